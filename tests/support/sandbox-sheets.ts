/** A spreadsheet of the sandbox, as a test sees and changes it. */
export interface TestSheet {
  id: string
  /** URL of the sheet, as a person copies it */
  link: string
  csvUrl: string
  cells(): Promise<string[][]>
  /** returns a number that grows with each change of the sheet */
  version(): Promise<number>
  change(change: { cells?: string[][]; state?: 'ok' | 'unshared' | 'deleted' | 'quota' }): Promise<void>
}

/** Makes a spreadsheet in the sandbox. */
export async function sandboxSheet(
  sandboxUrl: string,
  cells: string[][],
  { vendor = 'google', email = 'demo@sandbox.mergewell.test', title = 'Orders' } = {},
): Promise<TestSheet> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${sandboxUrl}/sandbox/sheets${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { id: string; link: string; csvUrl: string; cells: string[][]; version: number }
  }
  const { id, link, csvUrl } = await call('POST', '', { vendor, email, title, cells })
  return {
    ...{ id, link, csvUrl },
    cells: async () => (await call('GET', `/${id}`)).cells,
    version: async () => (await call('GET', `/${id}`)).version,
    change: async (change) => void (await call('PUT', `/${id}`, change)),
  }
}
