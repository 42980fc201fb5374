import pg from 'pg'
import { countContacts, listContacts } from '#api/contacts/contacts.ts'
import type { Call } from '#api/platform/call-context.ts'
import { count, inTurn, msFigure, timed, type Bench } from './bench.ts'
import { makeWorkspace } from './workload.ts'

/** contacts of the small workspace */
const FEW = 1_000
/** repetitions: one takes milliseconds */
const TIMES = 25
const PAGE = { limit: 101, inverted: false }

/** Measures how a page of contacts, its total and a search grow from a thousand contacts to a million. */
export const contactsBench: Bench = {
  name: 'contacts',
  inTable: true,
  async run({ app, small, databaseUrl }) {
    const many = small ? 2 * FEW : 1_000_000
    const [few, lots] = [await makeWorkspace(app, FEW), await makeWorkspace(app, many)]
    const admin = new pg.Client(databaseUrl)
    await admin.connect()
    await admin.query('vacuum analyze contacts')
    await admin.end()
    const page = (call: Call, search: string | null) =>
      timed(() => listContacts(call, search === null ? null : { search }, null, PAGE))
    const withTotal = (call: Call) =>
      timed(() => Promise.all([listContacts(call, null, null, PAGE), countContacts(call, null)]))
    const figure = async (name: string, ours: () => Promise<number>, bound: () => Promise<number>, goal: string) => {
      await ours()
      await bound()
      return msFigure(`${name} of ${count(many)}, bound: of ${count(FEW)}`, await inTurn(TIMES, ours, bound), goal)
    }
    return [
      await figure(
        'contacts, page with total',
        () => withTotal(lots),
        () => withTotal(few),
        '≤ 1.3',
      ),
      await figure(
        'search, rare',
        () => page(lots, `reader${many - 7}@`),
        () => page(few, `reader${FEW - 7}@`),
        '≤ 1.5',
      ),
      await figure(
        'search, common',
        () => page(lots, 'reader'),
        () => page(few, 'reader'),
        '≤ 1.5',
      ),
    ]
  },
}
