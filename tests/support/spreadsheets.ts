import * as XLSX from 'xlsx'

/** A spreadsheet as a browser uploads it. */
export interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

/**
 * The member list of a German club, kept in Excel: a title above the columns, an empty row, dates and amounts in the
 * formats of the program, a member with two addresses in one cell, and a total at the end.
 */
export function clubMembers(): Upload {
  const due = (month: number, day: number) => new Date(Date.UTC(2026, month - 1, day))
  const sheet = XLSX.utils.aoa_to_sheet(
    [
      ['TSV Eichenau e. V. – Mitglieder 2026'],
      [],
      ['Nr.', 'Anrede', 'Titel', 'Vorname', 'Nachname', 'E-Mail', 'Sparte', 'Beitrag', 'Fällig am', 'Bemerkung'],
      [101, 'Frau', 'Dr.', 'Käthe', 'Müller', 'kaethe.mueller@verein.example', 'Tennis', 180, due(7, 1), ''],
      [102, 'Herr', '', 'Jörg', 'Groß', 'j.gross@verein.example', 'Turnen', 96.5, due(7, 1), 'zahlt bar'],
      [103, 'Frau', '', 'Ayşe', 'Yılmaz', 'ayse@verein.example', 'Tennis', 1180, due(8, 15), ''],
      [],
      [
        104,
        'Herr',
        'Prof. Dr.',
        'Hans',
        'von der Heide',
        'heide@verein.example; sekretariat@heide.example',
        'Turnen',
        96.5,
      ],
      ['Summe', '', '', '', '', '', '', 1553],
    ],
    { cellDates: true },
  )
  for (const row of [4, 5, 6, 8]) {
    Object.assign(sheet[`H${row}`] ?? {}, { z: '#,##0.00 "€"' })
    Object.assign(sheet[`I${row}`] ?? {}, { z: 'dd.mm.yyyy' })
  }
  return written(sheet, 'xlsx', 'Mitglieder 2026.xlsx')
}

/**
 * The parents of a school class, exported by a school program: semicolons, the letters of Windows, quoted cells with
 * line breaks, a child twice because two parents get the letter.
 */
export function schoolParents(): Upload {
  const rows = [
    'Class;Child;"Parent / guardian";E-mail;Trip paid?',
    '4b;"O’Neill, Siân";"Mrs Aoife O’Neill";aoife@family.example;yes',
    '4b;"O’Neill, Siân";"Mr Cian O’Neill";cian@family.example;yes',
    '4b;"Błaszczyk, Ola";"Ms Ewa Blaszczyk\r\n(mother)";ewa@family.example;no',
    '4b;"Fernández, Iñaki";"Mr Jon Fernández";jon@family.example;no',
    '4b;"Smith, Tom";"";;no',
  ]
  const text = `${rows.join('\r\n')}\r\n`.replaceAll('ł', 'l')
  return {
    name: 'class 4b.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(Array.from(text, (character) => WINDOWS.get(character) ?? character.charCodeAt(0))),
  }
}

/** Characters of Windows-1252 at other places than in Unicode. */
const WINDOWS = new Map([
  ['’', 0x92],
  ['–', 0x96],
  ['€', 0x80],
])

/** The customers of a shop, as its program exports them: many columns, most of them empty, flags and amounts as text. */
export function shopCustomers(): Upload {
  const rows = [
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Phone,Total Spent,Total Orders,Note,Tags,Voucher File',
    '\'6601,Priya,Natarajan,Priya.N@Shop.example,yes,,\'+44 20 7946 0000,1204.50,14,,"VIP, newsletter",voucher-6601.pdf',
    '\'6602,Luca,D\'Angelo,luca@shop.example,yes,"D\'Angelo & Sons, Ltd",,89.00,2,"asked for ""blue""",newsletter,voucher-6602.pdf',
    "'6603,,,info@shop.example,no,,,0.00,0,,,voucher-6603.pdf",
    "'6604,Zoë,Adeyemi-Clarke,zoe@shop.example,yes,,,312.25,5,,VIP,voucher-6604.pdf",
    "'6604,Zoë,Adeyemi-Clarke,ZOE@shop.example,yes,,,312.25,5,,VIP,voucher-6604.pdf",
  ]
  return { name: 'customers_export.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${rows.join('\n')}\n`) }
}

/**
 * The clients of a French law firm, kept in an .xls of many years: a second sheet that is not meant, references with
 * slashes, names with the title in one cell.
 */
export function lawFirmClients(): Upload {
  const book = XLSX.utils.book_new()
  const notes = XLSX.utils.aoa_to_sheet([['À faire'], ['Relancer le greffe']])
  const clients = XLSX.utils.aoa_to_sheet([
    ['Dossier', 'Civilité', 'Prénom', 'Nom', 'Courriel', 'Juridiction', 'Audience'],
    ['123/24', 'Madame', 'Hélène', 'Lefèvre', 'h.lefevre@client.example', 'Paris', '12/03/2027 09:30'],
    ['124/24', 'Monsieur', 'Étienne', "N'Diaye", 'etienne@client.example', 'Lyon', ''],
    ['24/124', 'Madame', 'Chloé', 'de La Tour', 'chloe@client.example', 'Paris', '02/04/2027 14:00'],
  ])
  XLSX.utils.book_append_sheet(book, clients, 'Clients')
  XLSX.utils.book_append_sheet(book, notes, 'Notes')
  return {
    name: 'dossiers.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: XLSX.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer,
  }
}

/** A workbook of one sheet. */
function written(sheet: XLSX.WorkSheet, bookType: 'xlsx', name: string): Upload {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, 'Tabelle1')
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: XLSX.write(book, { type: 'buffer', bookType }) as Buffer,
  }
}

/** A page with a line of text, as a PDF. */
export function pdf(text: string): Buffer {
  const stream = `BT /F1 18 Tf 72 720 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}
