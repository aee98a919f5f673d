# shellcheck shell=bash
# What hosts.sh and frames.sh share: GNU parallel on many machines, until every result
# is here.
#
#     over_hosts HOST,HOST... RUN RESULTS OPTION... COMMAND...
#
# RUN is a folder that remembers what is done. Its file list has the arguments of the
# jobs, a null byte after each, and the array named RESULTS the file that each brings.
# The rest is for parallel. A job that fails is tried three times, on other hosts first.
over_hosts() {
  local hosts=$1 run=$2 status=0 missing i
  local -n results_of=$3
  shift 3
  # Parallel takes ":" for this machine, and neither a job's files nor its folder there.
  case ,$hosts, in
    *[,/]:,*)
      echo "${0##*/}: \":\" is no host: give the name by which ssh enters this machine" >&2
      return 2 ;;
  esac
  # Parallel quotes names for the shell of a host: rsync must not do so again.
  export RSYNC_OLD_ARGS=1
  for _ in 1 2 3; do
    parallel -0 --arg-file "$run/list" --sshlogin "$hosts" \
      --workdir ".pnmfx-$HOSTNAME-$$-{#}" --cleanup \
      --joblog "$run/log" --resume-failed --retries 3 "$@" || status=$?

    # To parallel, a result that was lost on its way back is none the less done: those
    # are taken out of its log.
    missing=0
    for i in "${!results_of[@]}"; do
      if ! [ "${results_of[i]}" -nt "$run/list" ]; then
        missing=$((missing + 1))
        sed -i "/^$((i + 1))\t/d" "$run/log"
      fi
    done
    if [ $status -ne 0 ] || [ $missing -eq 0 ]; then break; fi
  done
  if [ $status -ne 0 ] || [ $missing -gt 0 ]; then
    echo "${0##*/}: $missing of ${#results_of[@]} are missing; call it again to go on" >&2
    return 1
  fi
}
