#!/bin/sh
# docxtemplater 3.71.0 fills footnotes but leaves the tags of endnotes in the letter; easy-template-x 7.2.8 leaves both. No error is raised.
#
# Both fill the body, headers and footers. Word keeps endnotes in a part of their own (word/endnotes.xml, ECMA-376, part 1, 17.11.2), as it does
# footnotes, so a letter leaves with {name} at its end. docx-templates 4.15.0 fills all of them. docxtemplater takes further parts
# by a module of one's own.
# Seen: "End {name}" in a document that was rendered with a name.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=3.71.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "docxtemplater@$VERSION" pizzip@3.3.0 easy-template-x@7.2.8 docx@9.15.2
cat > look.js <<'JS'
import { Document, EndnoteReferenceRun, FootnoteReferenceRun, Footer, Header, Packer, Paragraph, TextRun } from 'docx'
import Docxtemplater from 'docxtemplater'
import { TemplateHandler } from 'easy-template-x'
import PizZip from 'pizzip'
const text = (words) => new Paragraph({ children: [new TextRun(words)] })
const template = await Packer.toBuffer(
  new Document({
    footnotes: { 1: { children: [text('Foot {name}')] } },
    endnotes: { 1: { children: [text('End {name}')] } },
    sections: [
      {
        headers: { default: new Header({ children: [text('Header {name}')] }) },
        footers: { default: new Footer({ children: [text('Footer {name}')] }) },
        children: [
          new Paragraph({ children: [new TextRun('Body {name}'), new FootnoteReferenceRun(1), new EndnoteReferenceRun(1)] }),
        ],
      },
    ],
  }),
)
/** Names of the parts in which a tag is left. */
const unfilled = (bytes) =>
  Object.entries(new PizZip(bytes).files)
    .filter(([name, file]) => /^word\/\w+\.xml$/.test(name) && file.asText().replace(/<[^>]+>/g, '').includes('{name}'))
    .map(([name]) => name.slice('word/'.length))
    .sort()
    .join(' ')
const rendered = new Docxtemplater(new PizZip(template))
rendered.render({ name: 'Ada' })
const [one, other] = [
  unfilled(rendered.toBuffer()),
  unfilled(await new TemplateHandler().process(template, { name: 'Ada' })),
]
console.log(`left by docxtemplater ${process.argv[2]}: ${one}; by easy-template-x: ${other}`)
process.exit(one === 'endnotes.xml' && other === 'endnotes.xml footnotes.xml' ? 0 : 1)
JS
node look.js "$VERSION"
