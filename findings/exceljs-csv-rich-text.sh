#!/bin/sh
# ExcelJS 4.4.0 writes a cell with rich text to CSV as JSON, where a spreadsheet program writes its text.
#
# A cell whose letters differ in style is common in Excel: one bold word is enough. RFC 4180 has no styles.
# Seen: "Jür" and a bold "gen" become {"richText":[{"text":"Jür"},{"font":{"bold":true},"text":"gen"}]}.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=4.4.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "exceljs@$VERSION"
cat > look.js <<'JS'
import ExcelJS from 'exceljs'
const book = new ExcelJS.Workbook()
const sheet = book.addWorksheet('People')
sheet.getCell('A1').value = { richText: [{ text: 'Jür' }, { font: { bold: true }, text: 'gen' }] }
const csv = String(await book.csv.writeBuffer())
console.log(`exceljs ${process.argv[2]}: ${csv}`)
process.exit(csv.includes('richText') ? 0 : 1)
JS
node look.js "$VERSION"
