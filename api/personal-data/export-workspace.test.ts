import { unzipSync, strFromU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addColleague } from '#tests/support/colleague.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { HEADER, importAll } from '#tests/support/imports.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { EXPORT_BATCH } from '#api/platform/tables/table-export.ts'
import { tablesInOrder } from '#api/super-admins/deletion/delete-workspace-rows.ts'
import { TABLES } from '#api/platform/database/table-register.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const asked = (who: Pick<TestPerson, 'token'>, signal?: AbortSignal) =>
  fetch(`${world.url}/api/workspace/export`, {
    method: 'POST',
    headers: { authorization: who.token },
    ...(signal && { signal }),
  })
async function exported(who: TestPerson): Promise<Record<string, string>> {
  const answer = await asked(who)
  expect(answer.status).toBe(200)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes, name.startsWith('images/'))]),
  )
}
/** The lines of a CSV file by column; good enough for cells without line breaks. */
const linesOf = (file: string | undefined) => (file ?? '').split('\r\n').slice(1, -1)

describe('the export of a workspace', () => {
  it('contains every table of a workspace, or has a reason to leave it out', async () => {
    const tables = await world.app.database.asSystem(tablesInOrder)
    const told = Object.keys(TABLES).filter((name) => TABLES[name]?.exported ?? TABLES[name]?.leftOut)
    expect(told).toEqual(['audit_events', ...tables].toSorted())
    expect(told.filter((name) => TABLES[name]?.exported && TABLES[name]?.leftOut)).toEqual([])
  })

  it('contains no secret: no column that holds one is exported', async () => {
    const who = await world.signUp()
    const files = await exported(who)
    const columns = Object.entries(files).flatMap(([name, file]) =>
      name.endsWith('.csv')
        ? (file.replace('\ufeff', '').split('\r\n')[0] ?? '').split(',').map((each) => `${name} ${each}`)
        : [],
    )
    const suspicious = columns.filter((column) =>
      /hash|sealed|secret|token|password|grant|_key\b/.test(column.split(' ')[1] ?? ''),
    )
    // The address of an image, the id of a permission, and an erased person's hash, which says nothing without the installation's key.
    expect(suspicious).toEqual([
      ...[
        'contact_tags.csv tag_key',
        'file_grants.csv granted_at',
        'images.csv token',
        'preferences.csv email_key',
        'sheet_sources.csv grant_id',
        'tracking_exclusions.csv email_key',
      ],
    ])
  })

  it('contains all data of the workspace, and no data of another one', async () => {
    const [who, other] = [await world.signUp({ unlimited: true }), await world.signUp({ unlimited: true })]
    await importAll(other, { S: [HEADER, ['Eve', 'Elsewhere', 'eve@elsewhere.example', 'Rome']] })
    await importAll(who, { S: [HEADER, ['Ada', '=cmd', 'ada@whole.example', 'Paris'], ['B', 'C', 'nonsense', 'D']] })
    await draftCampaign(world, who, 3, { name: 'Spring' })
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await who.graphql(
      'mutation ($input: UploadImageInput!) { uploadImage(input: $input) { image { id } errors { code field message } } }',
      {
        input: { contentBytes: png },
      },
    )
    const files = await exported(who)
    expect(files['README.txt']).toContain('contacts.csv: Contacts with their fields')
    const contacts = linesOf(files['contacts.csv'])
    expect(contacts).toHaveLength(4)
    expect(contacts.find((line) => line.includes('ada@whole.example'))).toContain(`'=cmd`)
    expect(files['campaigns.csv']).toContain('Spring')
    expect(files['contact_imports.csv']).toContain('nonsense')
    expect(files['audit_events.csv']).toContain('workspace_exported')
    expect(JSON.stringify(files)).not.toContain('elsewhere.example')
    const image = Object.keys(files).find((name) => name.startsWith('images/'))
    expect(files[image ?? '']).toContain('PNG')
  })

  /** A draft with a file of its recipient's own, stored encrypted. */
  async function withFile(who: TestPerson) {
    const id = await draftCampaign(world, who, 1, { filePattern: '{email}.pdf' })
    const { errors } = await mutate(who, 'addRecipientFiles', {
      campaignId: id,
      files: [{ name: 'Rechnung für Ada.pdf', contentBytes: Buffer.from('%PDF-1.7 own').toString('base64') }],
    })
    expect(errors).toBeUndefined()
  }

  it('contains the files of single recipients, decrypted', async () => {
    const who = await world.signUp({ unlimited: true })
    await withFile(who)
    const files = await exported(who)
    const [path = ''] = Object.keys(files).filter((name) => name.startsWith('recipient_files/'))
    expect(path).toMatch(/-Rechnung_für_Ada\.pdf$/)
    expect(files[path]).toBe('%PDF-1.7 own')
    expect(files['recipient_files.csv']).toContain('Rechnung für Ada.pdf')
    expect(files['left-out.txt']).toBe('Every file could be read.\r\n')
  })

  it('names a file that cannot be decrypted, and contains everything else', async () => {
    const who = await world.signUp({ unlimited: true })
    await withFile(who)
    await world.app.database.inTenant(who.tenantId, (em) =>
      em.execute(`update recipient_files set sealed_content = 'nonsense' where tenant_id = :tenantId returning 1`, {
        tenantId: who.tenantId,
      }),
    )
    const files = await exported(who)
    const [path = ''] = Object.keys(files).filter((name) => name.startsWith('recipient_files/'))
    expect(files[path]).toBe('')
    expect(files['left-out.txt']).toContain(`${path}: it was encrypted with a key that this installation no longer has`)
    expect(linesOf(files['campaigns.csv'])).toHaveLength(1)
  })

  itInFull('reads long tables in batches, with each row once', async () => {
    const who = await world.signUp({ unlimited: true })
    const count = EXPORT_BATCH * 2 + 1
    await world.app.database.inTenant(who.tenantId, (em) =>
      em.execute(
        `insert into contacts (tenant_id, id, first_name, last_name, email)
         select :tenantId, gen_random_uuid(), 'F' || n, 'L', 'n' || n || '@many.example' from generate_series(1, :count) n returning 1`,
        { tenantId: who.tenantId, count },
      ),
    )
    const lines = linesOf((await exported(who))['contacts.csv'])
    expect(new Set(lines).size).toBe(count)
  })

  it('reads rows with much text a few at a time', async () => {
    const who = await world.signUp({ unlimited: true })
    await world.app.database.inTenant(who.tenantId, (em) =>
      em.execute(
        `insert into templates (tenant_id, id, user_id, name, subject, content, created_at)
         select tenant_id, uuidv7(), id, 'Template ' || n, 'S', repeat('Long ', 20000), now()
         from users, generate_series(1, 9) n where tenant_id = :tenantId returning 1`,
        { tenantId: who.tenantId },
      ),
    )
    const { database } = world.app
    let most = 0
    const inTenant: typeof database.inTenant = async (...given) => {
      const result = await database.inTenant(...given)
      most = Math.max(most, (JSON.stringify(result) ?? '').length)
      return result
    }
    world.app.database = { ...database, inTenant }
    const files = await exported(who).finally(() => (world.app.database = database))
    expect(linesOf(files['templates.csv'])).toHaveLength(9)
    expect(most).toBeLessThan(300_000)
  })

  it('stops reading once the client has disconnected', async () => {
    const who = await world.signUp({ unlimited: true })
    await world.app.database.inTenant(who.tenantId, (em) =>
      em.execute(
        `insert into templates (tenant_id, id, user_id, name, subject, content, created_at)
         select tenant_id, uuidv7(), id, 'Template ' || n, 'S', repeat('Long ', 20000), now()
         from users, generate_series(1, 400) n where tenant_id = :tenantId returning 1`,
        { tenantId: who.tenantId },
      ),
    )
    const { database } = world.app
    const leaving = new AbortController()
    let reads = 0
    let left = async () => {}
    const inTenant: typeof database.inTenant = async (...given) => {
      const result = await database.inTenant(...given)
      if (!JSON.stringify(result ?? null).includes('Long Long')) return result
      // The first long rows are there. The next 199 reads would follow once the client is gone.
      reads += 1
      if (reads === 1) leaving.abort()
      await left()
      return result
    }
    const name = `whole exports of ${who.tenantId}`
    left = async () => void (await eventually('the client has left', async () => world.app.live.used(name) === 0))
    world.app.database = { ...database, inTenant }
    await asked(who, leaving.signal)
      .then((response) => response.arrayBuffer())
      .catch(() => null)
    await left()
    // Whatever went on would read the next rows before a whole other export is done.
    await exported(await world.signUp())
    world.app.database = database
    expect(reads).toBeLessThan(5)
  })

  it('is open to admins who signed in recently, one at a time; a client that disconnects frees its place', async () => {
    const who = await world.signUp({ unlimited: true })
    const colleague = await addColleague(world, who)
    expect((await asked(colleague)).status).toBe(403)
    const leaving = new AbortController()
    const release = world.app.live.take(1, [{ name: `whole exports of ${who.tenantId}`, max: 1 }]).release
    expect((await asked(who)).status).toBe(429)
    release?.()
    const started = await asked(who, leaving.signal)
    expect(started.status).toBe(200)
    leaving.abort()
    await expect.poll(() => world.app.live.used(`whole exports of ${who.tenantId}`)).toBe(0)
    await world.app.database.inTenant(who.tenantId, (em) =>
      em.execute(`update sessions set authenticated_at = now() - interval '16 minutes' where tenant_id = :tenantId`, {
        tenantId: who.tenantId,
      }),
    )
    expect(await (await asked(who)).json()).toMatchObject({ code: 'REAUTHENTICATE' })
  })
})
