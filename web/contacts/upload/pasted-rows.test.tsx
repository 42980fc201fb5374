import { expect, test } from 'vitest'
import { pastedFile, type Pasted } from './pasted-rows.ts'

function paste(data: Record<string, string>, files: File[] = []): Pasted {
  return { getData: (type) => data[type] ?? '', files }
}
const textOf = async (pasted: Pasted) => (await pastedFile(pasted)?.text()) ?? null

test('the pasting of rows keeps the text that a spreadsheet program copies unchanged', async () => {
  const text = 'Name\tEmail\r\nAnn\t"a@example.com\nb@example.com"\r\n'
  const picture = new File(['x'], 'image.png', { type: 'image/png' })
  expect(await textOf(paste({ 'text/plain': text, 'text/html': '<table><tr><td>x' }, [picture]))).toBe(text)
  expect(pastedFile(paste({ 'text/plain': text }))).toMatchObject({
    name: 'Pasted rows.tsv',
    type: 'text/tab-separated-values',
  })
})

test('the pasting of rows turns a table without plain text into rows; merged cells and line breaks keep their places', async () => {
  const html =
    '<table><tr><th colspan="2">Name<th>Email</tr><tr><td>Ann<td>Lee<td>a@example.com<br>b@example.com</tr>' +
    '<tr><td> 5" <td><td>c@example.com</table>'
  expect(await textOf(paste({ 'text/html': html }))).toBe(
    'Name\t\tEmail\nAnn\tLee\t"a@example.com\nb@example.com"\n"5"""\t\tc@example.com',
  )
})

test('the pasting of rows accepts a copied spreadsheet file', () => {
  const file = new File(['x'], 'people.csv', { type: 'text/csv' })
  expect(pastedFile(paste({}, [new File(['x'], 'a.png', { type: 'image/png' }), file]))).toBe(file)
})

test.each([
  ['nothing', {}],
  ['one word', { 'text/plain': 'ann@example.com\n' }],
  ['text beside a page', { 'text/html': '<p>Hello</p>' }],
])('the pasting of rows ignores %s', (_, data) => expect(pastedFile(paste(data))).toBeNull())
