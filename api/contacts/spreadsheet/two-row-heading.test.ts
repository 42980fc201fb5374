import { describe, expect, it } from 'vitest'
import { joinHeadings } from './two-row-heading.ts'
import { readContacts } from './fixtures/read-contacts.ts'

describe('a heading that takes two rows of a spreadsheet', () => {
  it('is recognized with group names above column names', () => {
    expect(joinHeadings(['Person', '', '', 'Company'], ['First', 'Last', 'Email', 'Name', 'City'], 'lower')).toEqual({
      headers: ['First', 'Last', 'Email', 'Name', 'City'],
      groups: ['Person', 'Person', 'Person', 'Company', 'Company'],
    })
  })

  it.each([
    ['a title', ['Customers'], ['Name', 'Email', 'City'], 'lower'],
    ['a title and a date', ['Customers', '', '27.11.2026'], ['Name', 'Email', 'City'], 'lower'],
    ['a contact with a street', ['Name', 'Email', 'Address', ''], ['', '', '1 Main St', 'Leeds'], 'upper'],
    ['units', ['Name', 'Email', 'Sales', 'Discount'], ['', '', 'EUR', '%'], 'upper'],
    ['a contact without an address', ['Name', 'Email', 'City', 'Plan'], ['Ann', '', 'Bonn', 'free'], 'upper'],
    ['values beside the groups', ['', 'Email', 'Address', ''], ['x', '', 'Street', 'City'], 'upper'],
    ['numbers', ['Name', 'Email', 'Orders', ''], ['', '', '12', '30'], 'upper'],
  ] as const)('is not assumed for %s', (_, upper, lower, named) => {
    expect(joinHeadings(upper, lower, named)).toBeNull()
  })

  it("does not mistake a company's name for a person's, and adds the group name to ambiguous column names", async () => {
    const rows = [
      'Person,,,Company,,Home,',
      'First,Last,Email,Name,City,Email,City',
      'Ivy,Stone,ivy@example.com,Harbor,Leeds,ivy@example.org,York',
    ]
    const { contacts, columns } = await readContacts(rows.join('\n'))
    expect(contacts).toEqual([['Ivy', 'Stone', 'ivy@example.com', 'Harbor', 'Leeds', 'ivy@example.org', 'York']])
    expect(columns).toEqual([
      'firstName',
      'lastName',
      'email',
      'Company Name',
      'Company City',
      'Home Email',
      'Home City',
    ])
  })

  it('may number its groups and columns', async () => {
    const rows = ['Contact 1,,Contact 2,', 'Email,Address 1,Email,Address 2', 'a@example.com,x,b@example.com,y']
    const { columns } = await readContacts(rows.join('\n'))
    expect(columns).toEqual(['email', 'Address 1', 'Contact 2 Email', 'Address 2'])
  })

  it('leaves the name of a column unchanged if no other column has it', async () => {
    const { columns } = await readContacts('Person,,Firma,\nVorname,E-Mail,Ort,Branche\nIvy,ivy@example.com,Ulm,IT')
    expect(columns).toEqual(['firstName', 'email', 'Ort', 'Branche'])
  })

  it('prefers the name of a person to that of a company', async () => {
    const { columns } = await readContacts('Company,,Contact,\nName,City,Name,Email\nHarbor,Leeds,Ivy,i@example.com')
    expect(columns).toEqual(['Company Name', 'City', 'fullName', 'email'])
  })

  it('may have names in cells that are merged across both rows', async () => {
    const read = await readContacts('Name,Email,Address,\n,,Street,City\nIvy Stone,ivy@example.com,1 Main St,Leeds')
    expect(read.contacts).toEqual([['Ivy', 'Stone', 'ivy@example.com', '1 Main St', 'Leeds']])
    expect(read).toMatchObject({ rejected: [], notices: [], columns: ['fullName', 'email', 'Street', 'City'] })
  })

  it('may have names in both rows', async () => {
    const { columns } = await readContacts('Person,,Contact,,Status\nFirst,Last,Email,Phone,\nIvy,,i@example.com,1,new')
    expect(columns).toEqual(['firstName', 'lastName', 'email', 'Phone', 'Status'])
  })

  it('is not assumed for a row of units below the names, which is a rejected row', async () => {
    const read = await readContacts('Name,Email,Sales\n,,EUR\nIvy,ivy@example.com,5')
    expect(read.rejected).toEqual([[2, 'The email address is missing']])
  })
})
