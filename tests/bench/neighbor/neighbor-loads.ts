import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { pointsOf, type Sizes } from './neighbor-sizes.ts'
import type { Neighbors } from './workspaces.ts'

/** A kind of call that a neighbor repeats without pause, `lanes` of them at a time. */
export interface Load {
  name: string
  lanes: number
  /** Returns the nth request of the load, or null if there is nothing left to do. */
  next(n: number): { path: string; body: BodyInit; json: boolean } | null
}

const PREVIEW = `query ($input: MailInput!) { previewMail(input: $input) { size } }`
const LAUNCH = `mutation ($id: ID!, $mailboxId: ID) { sendCampaign(input: { id: $id, mailboxId: $mailboxId }) { campaign { id } errors { code field message } } }`

/** The loads, one at a time measured. */
export async function loadsOf({ campaigns, mailboxes }: Neighbors, sizes: Sizes): Promise<Load[]> {
  const json = (path: string, body: object) => ({ path, body: JSON.stringify(body), json: true })
  const graphql = (query: string, variables: object = {}) => json('/graphql', { query, variables })
  const file = (path: string, field: string, name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set(field, new Blob([bytes]), name)
    return { path, body: form, json: false }
  }
  const list = graphql(PREVIEW, { input: { subject: 'S', content: pointsOf(sizes.points) } })
  const value = 'x'.repeat(1_000)
  const multiplied = graphql(PREVIEW, {
    input: { subject: 'S', content: '{x}'.repeat(1_300), values: { fields: { x: value } } },
  })
  const book = workbook(sizes.rows)
  const picture = await pictureOf(sizes.pixels)
  return [
    { name: `previews of a list of ${count(sizes.points)} points`, lanes: 4, next: () => list },
    { name: 'previews of short content with long values', lanes: 4, next: () => multiplied },
    {
      name: `previews of ${sizes.templates} templates of ${count(sizes.templateLength)} characters`,
      lanes: 2,
      next: () => graphql('{ templates(first: 500) { edges { node { id name preview } } } }'),
    },
    {
      name: `a spreadsheet of ${count(sizes.rows)} rows`,
      lanes: 4,
      next: () => file('/api/contacts/imports', 'file', 'book.xlsx', book),
    },
    {
      name: `images of ${count(sizes.pixels ** 2)} pixels`,
      lanes: 8,
      next: () => file('/api/upload/image', 'image', 'large.png', picture),
    },
    { name: 'exports of the workspace', lanes: 4, next: () => json('/api/workspace/export', {}) },
    {
      name: 'launches of emails with up to 2,000,000 characters',
      lanes: 1,
      next: (n) => (campaigns[n] ? graphql(LAUNCH, { id: campaigns[n], mailboxId: mailboxes[n] }) : null),
    },
  ]
}

function workbook(rows: number): Uint8Array<ArrayBuffer> {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`
  const body = Array.from({ length: rows }, (_, n) => row(`f${(n * 7_919) % 9_973}`, `l${n}`, `p${n}@bench.example`))
  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const related = (target: string, type: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/${type}" Target="${target}"/></Relationships>`
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    '_rels/.rels': related('xl/workbook.xml', 'officeDocument'),
    'xl/workbook.xml': `<workbook ${namespace} xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related('worksheets/sheet1.xml', 'worksheet'),
    'xl/worksheets/sheet1.xml': `<worksheet ${namespace}><sheetData>${row('First name', 'Last name', 'Email')}${body.join('')}</sheetData></worksheet>`,
  }
  const bytes = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))
  return Uint8Array.from(zipSync(bytes))
}

async function pictureOf(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: side, height: side, channels: 3 as const, background: { r: 40, g: 90, b: 160 } }
  return Uint8Array.from(await sharp({ create }).png().toBuffer())
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
