# The Python side of the hack monitor against the monitor from sources: misbehaving monitors, the protocol as bytes, the callback of
# transformers, and where torch and trl are at hand (WHILEAI_TORCH_PYTHON, else python3) a real GRPO run that is hacked and stopped.
set -uo pipefail
here=conformance/monitor results="$CI_WORK/monitor-results.txt" code=0
tests() { # tests PYTHON FILE
  local log="$CI_WORK/monitor-$2.txt"
  "$1" -m unittest discover -v -s "$here" -p "$2" >"$log" 2>&1 || { code=1; cat "$log"; }
  grep -E ' \.\.\. |^(Ran|OK|FAILED)' "$log"
  awk '/^Ran [0-9]+ test/ {n = $2} /^(OK|FAILED)/ {bad = skip = 0; if (match($0, /failures=[0-9]+/)) bad += substr($0, RSTART + 9, RLENGTH - 9);
    if (match($0, /errors=[0-9]+/)) bad += substr($0, RSTART + 7, RLENGTH - 7); if (match($0, /skipped=[0-9]+/)) skip += substr($0, RSTART + 8, RLENGTH - 8)}
    END {print n - bad - skip " passed, " bad + 0 " failed, " skip + 0 " skipped"; exit n == 0}' "$log" >>"$results" || code=1
}
tests python3 test_monitor.py
python=$(python_environment conformance conformance/requirements.txt conformance/requirements-trainers.txt) || exit 1
tests "$python" test_callback.py
torch=${WHILEAI_TORCH_PYTHON:-python3}
if "$torch" -c 'import torch, trl, datasets' 2>/dev/null; then
  tests "$torch" test_trl_run.py
  sed -n '/^stopped after/,/^STOPPED/p' "$CI_WORK/monitor-test_trl_run.py.txt"
else
  echo "torch and trl are not installed here (WHILEAI_TORCH_PYTHON names a Python that has them): the real run was left out"
  echo "0 passed, 0 failed, 1 skipped" >>"$results"
fi
awk '{p += $1; f += $3; s += $5} END {print p " passed, " f " failed, " s " skipped"}' "$results"
exit "$code"
