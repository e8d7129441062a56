# Fetches the wrapper that runs scripts: FSXBENCH_WRAPPER_KEY of the bucket, with the SHA-256 FSXBENCH_WRAPPER_SHA256.
# shellcheck shell=bash disable=SC2154
wrapper=$root/bin/run-script.sh
again timeout 60 aws s3 cp --only-show-errors "s3://$FSXBENCH_BUCKET/$FSXBENCH_WRAPPER_KEY" "$wrapper" ||
  fail "cannot read $FSXBENCH_WRAPPER_KEY"
read -r found _ < <(sha256sum <"$wrapper")
[[ $found == "$FSXBENCH_WRAPPER_SHA256" ]] ||
  fail "SHA-256 of $FSXBENCH_WRAPPER_KEY is $found, expected $FSXBENCH_WRAPPER_SHA256"
chmod 755 "$wrapper" || fail "cannot make $wrapper executable"
