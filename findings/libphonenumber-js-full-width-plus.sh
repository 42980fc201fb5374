#!/bin/sh
# libphonenumber-js 1.13.16 overlooks the full-width plus sign of Japanese and Chinese keyboards (＋) and answers with another, valid number.
#
# Google's libphonenumber, of which it is a rewrite, reads ＋ as + and full-width digits as digits; it reads the digits alone.
# Seen: "＋49 170 1234567" with the country DE is +49 491701234567 and valid, with US +1 491701234567, without a country nothing;
# google-libphonenumber 3.2.47: +491701234567 in all three.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=1.13.16
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "libphonenumber-js@$VERSION" google-libphonenumber@3.2.47
cat > look.js <<'JS'
import google from 'google-libphonenumber'
import parse from 'libphonenumber-js/max'
const util = google.PhoneNumberUtil.getInstance()
const written = '＋49 170 1234567'
const seen = ['DE', 'US', undefined].map((country) => {
  const number = parse(written, country)
  const theirs = util.format(util.parse(written, country), google.PhoneNumberFormat.E164)
  console.log(country, number?.number, number?.isValid(), 'Google:', theirs)
  return [number?.number, number?.isValid(), theirs].join(' ')
})
const right = '+491701234567'
const expected = [`+49491701234567 true ${right}`, `+1491701234567 false ${right}`, `  ${right}`]
process.exit(parse('０９０－１２３４－５６７８', 'JP')?.number === '+819012345678' && seen.join() === expected.join() ? 0 : 1)
JS
node look.js
