#!/bin/sh
# Migrates databases as a Slurm array with one task for each shard:
#
#   sbatch slurm-array.sh                     in this folder
#   sbatch --array=7,9 slurm-array.sh         only these shards again
#   ../merge.py --from-file /data/databases.txt --reports /data/reports
#
# Slurm gives the task of a lost node to another one (--requeue). One minute before the time limit it asks the command
# to stop (--signal). Submit the array again to resume.
#SBATCH --job-name=migrate
#SBATCH --array=1-64%8
#SBATCH --requeue
#SBATCH --time=01:00:00
#SBATCH --signal=B:TERM@60
#SBATCH --output=/dev/null
set -eu

# Not SLURM_ARRAY_TASK_COUNT, which is smaller if only some shards run again.
SHARDS=64

export DATABASES="${DATABASES:-/data/databases.txt}"
export SCRIPTS="${SCRIPTS:-/data/SQLScripts}"
export REPORTS="${REPORTS:-/data/reports}"
mkdir -p "$REPORTS"
exec sh "$SLURM_SUBMIT_DIR/migrate-shard.sh" "$SLURM_ARRAY_TASK_ID" "$SHARDS"
