/** mailparser ships no types; these cover what the tests use. */
declare module 'mailparser' {
  interface Address {
    name: string
    address?: string
  }

  interface ParsedMail {
    subject?: string
    text?: string
    html?: string | false
    from?: { value: Address[] }
    to?: { value: Address[] }
    headers: Map<string, unknown>
    headerLines: { key: string; line: string }[]
    attachments: {
      filename?: string
      contentType: string
      contentDisposition: string
      cid?: string
      related?: boolean
      content: Buffer
    }[]
  }

  function simpleParser(source: Buffer | string, options?: { skipImageLinks?: boolean }): Promise<ParsedMail>
}
