#!/bin/bash
# Every picture of a folder through effect.sh, as a job array of Slurm:
#
#     sbatch --array=0-9 array.sh SCRIPTS FOLDER RESULTS
#
# SCRIPTS is this folder (Slurm runs a copy of the script, from elsewhere); all three
# are on a file system that the nodes share. Each of the ten tasks takes every tenth
# picture. Pictures whose result is newer are left alone, so that a task that was
# requeued, or an array submitted again, does the rest.
#SBATCH --job-name=pnmfx
#SBATCH --cpus-per-task=2
#SBATCH --mem-per-cpu=500M
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --output=pnmfx-%A_%a.log
set -euo pipefail

[ $# -eq 3 ] ||
  { echo "usage: sbatch --array=0-9 array.sh SCRIPTS FOLDER RESULTS" >&2; exit 2; }
: "${SLURM_ARRAY_TASK_ID?array.sh: give sbatch an --array}"

mkdir -p "$3"
number=0
"$1/pictures.sh" "$2" | while IFS= read -r -d '' name; do
  if [ $((number % SLURM_ARRAY_TASK_COUNT)) -eq \
    $((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN)) ] && ! [ "$3/$name" -nt "$2/$name" ]; then
    printf '%s\0' "$name"
  fi
  number=$((number + 1))
done | xargs -0 -r -P "${SLURM_CPUS_PER_TASK:-1}" -I '{}' "$1/effect.sh" "$2/{}" "$3/{}"
