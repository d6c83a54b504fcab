#!/bin/sh
# Migrates one shard and keeps its JSON lines. The other files of this folder run it once for each shard.
#
#   migrate-shard.sh K N [OPTION]...    shard K of N, and more options of `sqlscripts migrate`
#
#   DATABASES   the list of the databases, the same for all shards
#   SCRIPTS     the scripts folder
#   REPORTS     the folder for the JSON lines, which ../merge.py merges
#
# Exit status: that of `sqlscripts migrate`; 2 also if another attempt started at the same moment.
set -eu
shard=$1
shards=$2
shift 2

# Each attempt has its own file, because a killed one may leave the start of a line.
attempt=1
while report=$REPORTS/shard-$shard-of-$shards.attempt-$attempt && [ -e "$report.jsonl" ]; do
  attempt=$((attempt + 1))
done

# With -C the shell refuses to overwrite a file. With exec a signal reaches the command itself.
set -C
exec sqlscripts migrate --from-file "$DATABASES" --shard "$shard/$shards" --format jsonl \
  --scripts "$SCRIPTS" "$@" >"$report.jsonl" 2>|"$report.log"
