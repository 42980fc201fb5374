#!/bin/sh
# ExcelJS 4.4.0 reads the dates of a workbook that Excel saved as "Strict Open XML Spreadsheet" as days of the year 1905.
#
# ECMA-376, part 1, 18.18.11: a cell of type d holds a date in ISO 8601, which is how Excel writes dates in that format; ExcelJS takes the
# digits before the first hyphen for a serial number. Nothing is reported.
# Seen: 2026-07-01 becomes 1905-07-18, the 2026th day since 1900; read-excel-file 9.3.17 reads the date.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=4.4.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "exceljs@$VERSION" jszip@3.10.2 read-excel-file@9.3.17
cat > look.js <<'JS'
import ExcelJS from 'exceljs'
import JSZip from 'jszip'
import { readSheet } from 'read-excel-file/node'
import { writeFileSync } from 'node:fs'
const MAIN = 'http://purl.oclc.org/ooxml/spreadsheetml/main'
const REL = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const parts = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/>
    <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/>
    <Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">
    <Relationship Id="r1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${REL}" conformance="strict">
    <sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">
    <Relationship Id="r1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/>
    <Relationship Id="r2" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/></font></fonts>
    <fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>
    <cellStyleXfs count="1"><xf/></cellStyleXfs>
    <cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>
    <row r="1"><c r="A1" t="d" s="1"><v>2026-07-01</v></c></row></sheetData></worksheet>`,
}
const zip = new JSZip()
for (const [name, content] of Object.entries(parts)) zip.file(name, content)
writeFileSync('strict.xlsx', await zip.generateAsync({ type: 'nodebuffer' }))
const book = new ExcelJS.Workbook()
await book.xlsx.readFile('strict.xlsx')
const read = book.worksheets[0].getCell('A1').value.toISOString().slice(0, 10)
const [[other]] = await readSheet('strict.xlsx')
console.log(`exceljs ${process.argv[2]}: ${read}; read-excel-file: ${other.toISOString().slice(0, 10)}`)
process.exit(read.startsWith('1905') && other.getUTCFullYear() === 2026 ? 0 : 1)
JS
node look.js "$VERSION"
