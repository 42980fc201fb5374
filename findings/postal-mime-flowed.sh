#!/bin/sh
# postal-mime 4.0.0 joins a quoted line of a flowed text (format=flowed, RFC 3676) with an unquoted line below it.
#
# RFC 3676, 4.5: only lines of the same quote depth belong to a paragraph; where the depth changes, the line before ends it.
# Seen: "> Hi " above "Hello" becomes one line, "> Hi Hello", so the answer reads as a part of the quote; and "> one " above "> two"
# becomes "> one > two", with the sign of the second line within the text.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=4.0.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "postal-mime@$VERSION"
cat > look.js <<'JS'
import PostalMime from 'postal-mime'
const read = async (body) =>
  (await PostalMime.parse(`Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n${body}`)).text.trim()
const answer = await read('> Hi \r\nHello\r\n')
const quote = await read('> one \r\n> two\r\n')
console.log(`postal-mime ${process.argv[2]}: ${JSON.stringify({ answer, quote })}`)
process.exit(answer === '> Hi Hello' && quote === '> one > two' ? 0 : 1)
JS
node look.js "$VERSION"
