#!/bin/sh
# Migrates databases with GNU parallel, and merges the reports:
#
#   DATABASES=databases.txt SCRIPTS=SQLScripts REPORTS=reports ./parallel.sh
#
# For several machines, add --sshloginfile and --env to the call of parallel. All of them need the same paths.
# Run it again to resume.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

SHARDS=64
export DATABASES SCRIPTS REPORTS
mkdir -p "$REPORTS"

# It exits with the number of failed shards. The exit status of merge.py says more.
seq "$SHARDS" | parallel --jobs 4 --retries 3 --quote sh "$here/migrate-shard.sh" {} "$SHARDS" || true
exec python3 "$here/../merge.py" --from-file "$DATABASES" --reports "$REPORTS"
