import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { linesOf, paragraph, partOf, wordDocument } from '#tests/support/word-document.ts'
import { fillDocument } from './fill-template.ts'
import { readTemplate } from './read-template.ts'
import { mergeTagOf } from './word-fields.ts'

const OUTSIDE = (type: string, target: string) =>
  `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`
const field = (code: string, shown: string, style = '') =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code.slice(0, 6)}</w:instrText></w:r><w:r><w:instrText>${code.slice(6)} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r>${style}<w:t>${shown}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>!</w:t></w:r></w:p>`
const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', fields: { Amount: '1234.5' } }

const refusal = (content: Uint8Array) => {
  try {
    readTemplate(content)
    return null
  } catch (error) {
    return error instanceof AppError ? [error.code, error.message] : error
  }
}

describe('readTemplate, which checks a Word document with merge tags,', () => {
  it('finds merge tags, {#rows} markers and fonts', () => {
    const styles = `<w:styles><w:style><w:rPr><w:rFonts w:ascii="Aptos" w:hAnsiTheme="minorHAnsi"/></w:rPr></w:style></w:styles>`
    const theme = `<a:theme><a:majorFont><a:latin typeface="Georgia"/></a:majorFont><a:minorFont><a:latin typeface="Carlito"/></a:minorFont></a:theme>`
    const body = paragraph('{#if City is "Bonn"}{first', 'Name}{#else}{City|x}{/if}')
    const parts = { 'word/styles.xml': styles, 'word/theme/theme1.xml': theme }
    expect(readTemplate(wordDocument({ body, parts }))).toEqual({
      tags: '{#if City is "Bonn"}{firstName}{#else}{City|x}{/if}',
      fonts: ['Aptos', 'Carlito'],
    })
  })

  it.each([
    [
      'a tracked insertion',
      { body: '<w:p><w:ins w:id="1"><w:r><w:t>x</w:t></w:r></w:ins></w:p>' },
      'BAD_INPUT',
      'tracked changes',
    ],
    [
      'a deleted paragraph mark',
      { body: '<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr></w:p>' },
      'BAD_INPUT',
      'tracked changes',
    ],
    ['a comment', { body: '<w:p><w:r><w:commentReference w:id="1"/></w:r></w:p>' }, 'BAD_INPUT', 'comments'],
    [
      'a picture from elsewhere',
      { body: paragraph('x'), relationships: OUTSIDE('image', 'http://127.0.0.1/x.png') },
      'BAD_INPUT',
      'stored elsewhere',
    ],
    [
      'a picture from a file',
      { body: paragraph('x'), relationships: OUTSIDE('image', 'file:///etc/passwd') },
      'BAD_INPUT',
      'stored elsewhere',
    ],
    ['macros', { body: paragraph('x'), parts: { 'word/vbaProject.bin': 'x' } }, 'UNREADABLE_FILE', 'macros'],
    [
      'an embedded document',
      { body: paragraph('x'), parts: { 'word/embeddings/oleObject1.bin': 'x' } },
      'UNREADABLE_FILE',
      'inside',
    ],
    ['the field IF', { body: field('IF 1 = 1 "a" "b"', 'a') }, 'BAD_INPUT', 'field IF of Word'],
    ['a field that reads a file', { body: field('INCLUDETEXT "c:\\\\x.docx"', 'a') }, 'BAD_INPUT', 'INCLUDETEXT'],
    [
      '{#else} in another cell than its {#if}',
      {
        body:
          '<w:tbl><w:tr><w:tc>' +
          paragraph('{#if City is "x"}') +
          '</w:tc><w:tc>' +
          paragraph('{#else}') +
          paragraph('{/if}') +
          '</w:tc></w:tr></w:tbl>',
      },
      'BAD_INPUT',
      'same cell',
    ],
    ['too many tags', { body: paragraph('{a}'.repeat(2_001)) }, 'TOO_LARGE', '2,000 merge tags'],
    ['parts that are too large unpacked', { body: paragraph('x'.repeat(11_000_000)) }, 'TOO_LARGE', 'Unpacked'],
  ])('refuses %s', (_, parts, code, message) => {
    expect(refusal(wordDocument(parts))).toEqual([code, expect.stringContaining(message)])
  })

  it.each([
    [
      'a prefix',
      '<p:Relationships xmlns:p="x"><p:Relationship Id="r" Type="x/image" Target="http://a" TargetMode="External"/></p:Relationships>',
      'BAD_INPUT',
    ],
    [
      'a bracket in an address',
      '<Relationships><Relationship Id="r" Target="http://a>b" Type="x/image" TargetMode="External"/></Relationships>',
      'BAD_INPUT',
    ],
    [
      'an encoded letter',
      '<Relationships><Relationship Id="r" Target="http://a" Type="x/image" TargetMode="&#69;xternal"/></Relationships>',
      'BAD_INPUT',
    ],
    [
      'an entity',
      '<!DOCTYPE r [<!ENTITY e "External">]><Relationships><Relationship Id="r" Target="http://a" Type="x/image" TargetMode="&e;"/></Relationships>',
      'UNREADABLE_FILE',
    ],
    ['another encoding', Buffer.from('<Relationships/>', 'utf16le').toString('latin1'), 'UNREADABLE_FILE'],
  ])('finds references to content outside the document, also written with %s', (_, xml, code) => {
    const parts = { 'word/_rels/header1.xml.rels': xml }
    expect(refusal(wordDocument({ body: paragraph('x'), parts }))).toEqual([code, expect.anything()])
  })

  it.each([
    ['a picture that names a link as its source', '<w:p><w:r><a:blip r:link="rId1"/></w:r></w:p>'],
    ['an old picture with an address', '<w:p><w:r><v:imagedata src="http://127.0.0.1/x.png"/></w:r></w:p>'],
    ['a chunk of another format', '<w:altChunk r:id="rId1"/>'],
    [
      'a field that does not end',
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>INCLUDEPICTURE "http://a"</w:instrText></w:r></w:p>',
    ],
  ])('refuses content from outside the document: %s', (_, body) => {
    const relationships = OUTSIDE('hyperlink', 'http://127.0.0.1/x.png')
    expect(refusal(wordDocument({ body, relationships }))).toEqual(['BAD_INPUT', expect.anything()])
  })

  it('refuses other kinds of files, and archives that state false sizes', () => {
    expect(refusal(Buffer.from('hello'))).toEqual(['UNREADABLE_FILE', expect.anything()])
    expect(refusal(zipSync({ 'a.txt': strToU8('x') }))).toEqual(['UNREADABLE_FILE', expect.anything()])
    const whole = wordDocument({ body: paragraph('x'.repeat(5_000)) })
    const view = new DataView(whole.buffer, whole.byteOffset, whole.length)
    for (let at = 0; at < whole.length - 46; at += 1) {
      const isEntry = view.getUint32(at, true) === 0x02014b50
      if (isEntry && view.getUint32(at + 24, true) > 5_000) view.setUint32(at + 24, 100, true)
    }
    expect(refusal(whole)).toEqual(['UNREADABLE_FILE', expect.anything()])
    expect(refusal(Buffer.alloc(5_242_881))).toEqual(['TOO_LARGE', expect.stringContaining('5 MB')])
  })

  it("accepts links, and removes a mail merge's data source and the attached template from the settings", () => {
    const settings = {
      'word/settings.xml':
        '<w:settings xmlns:w="w"><w:attachedTemplate r:id="rId1"/><w:mailMerge><w:query w:val="SELECT"/></w:mailMerge><w:zoom/></w:settings>',
      'word/_rels/settings.xml.rels': `<Relationships>${OUTSIDE('attachedTemplate', 'file:///C:/ada/Normal.dotm')}${OUTSIDE('mailMergeSource', 'file:///C:/ada/list.xlsx')}</Relationships>`,
    }
    const content = wordDocument({
      body: paragraph('x'),
      relationships: OUTSIDE('hyperlink', 'https://example.com'),
      parts: settings,
    })
    expect(refusal(content)).toBeNull()
    const filled = fillDocument({ content, recipient: ADA })
    expect(partOf(filled, 'word/settings.xml')).toBe('<w:settings xmlns:w="w"><w:zoom/></w:settings>')
    expect(partOf(filled, 'word/_rels/settings.xml.rels')).not.toContain('ada')
  })
})

describe('the merge fields of Word', () => {
  it('are filled in in the style of their displayed text, even if split into pieces', () => {
    const bold = '<w:rPr><w:b/></w:rPr>'
    const body =
      field('MERGEFIELD First_Name \\* MERGEFORMAT', '«First_Name»', bold) +
      '<w:p><w:fldSimple w:instr=" MERGEFIELD &quot;Amount&quot; \\# &quot;#,##0.00&quot; "><w:r><w:t>«A»</w:t></w:r></w:fldSimple></w:p>' +
      field('PAGE', '1')
    const filled = fillDocument({ content: wordDocument({ body }), recipient: ADA })
    expect(linesOf(filled)).toEqual(['Ada!', '1,234.50', expect.stringContaining('PAGE')])
    expect(partOf(filled)).toMatch(/<w:rPr><w:b\/><\/w:rPr><w:t[^>]*>Ada</)
    expect(partOf(filled)).not.toContain('MERGEFIELD')
  })

  it.each([
    ['MERGEFIELD First_Name', '{First_Name}'],
    [' MERGEFIELD  "First Name"  \\* MERGEFORMAT ', '{First Name}'],
    ['mergefield City \\* Upper', '{City|upper}'],
    ['MERGEFIELD City \\* FirstCap', '{City|title}'],
    ['MERGEFIELD Due \\@ "d MMMM yyyy"', '{Due|date:long}'],
    ['MERGEFIELD Due \\@ "dd.MM.yy"', '{Due|date:short}'],
    ['MERGEFIELD Due \\@ "HH:mm"', '{Due|time}'],
    ['MERGEFIELD Amount \\# "0"', '{Amount|number:0}'],
    ['MERGEFIELD Amount \\# "#,##0"', '{Amount|number:0}'],
    ['MERGEFIELD Amount \\# 0.00', '{Amount|number:2}'],
    ['PAGE', null],
    ['HYPERLINK "https://example.com"', null],
  ])('are read as merge tags: %s', (code, tag) => {
    expect(mergeTagOf(code)).toBe(tag)
  })

  it.each([
    ['NEXT', '{#rows}'],
    ['ADDRESSBLOCK \\f x', '{fullName}'],
    ['MERGEFIELD Amount \\# "€#,##0.00"', '{Amount|currency:EUR}'],
    ['MERGEFIELD Title \\b "Dr. "', '{#if Title is not empty}'],
    ['MERGEFIELD "a{b"', 'Rename the column'],
  ])('are refused: %s', (code, advice) => {
    expect(() => mergeTagOf(code)).toThrow(advice)
  })
})
