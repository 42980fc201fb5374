import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/setting-register.ts'
import { tierDefaults } from '#domain/tenants/plans.ts'
import { addUser } from '#api/accounts/new-user.ts'
import { hashPassword, verifyPassword } from '#api/accounts/passwords.ts'
import { User } from '#api/accounts/user.ts'
import { Campaign } from '#api/campaigns/campaign.ts'
import { Contact } from '#api/contacts/contact.ts'
import type { App } from '#api/platform/app-context.ts'
import { DEMO } from './demo-sign-ins.ts'
import { connectSandbox } from '#api/mailboxes/connect-sandbox.ts'
import { EmailSettings } from '#api/settings/email-settings.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'
import { SuperAdmin } from '#api/super-admins/super-admin.ts'
import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'
import { Tenant } from '#api/tenants/tenant.ts'

/**
 * Seeds an empty local installation: a super admin, and a demo workspace with contacts, a connected sandbox mailbox and
 * a draft that is ready to send. Does nothing if a workspace exists: others must not get users with publicly known
 * passwords. Returns whether the demo workspace exists. Local mode only.
 */
export async function seedDemo(app: App): Promise<boolean> {
  const [demo, others] = await app.database.asSystem(async (em) => [
    await em.count(Tenant, { slug: DEMO.slug }),
    await em.count(Tenant, { slug: { $ne: DEMO.slug } }),
  ])
  if (demo || others) return Boolean(demo)
  await saveSuperAdmin(app.database, DEMO.superAdmin)
  const now = app.clock()
  const passwordHash = await hashPassword(DEMO.password)
  const owner = await app.database.asSystem(async (em) => {
    const tenantId = await openTenant(em, {
      slug: DEMO.slug,
      name: 'Larkspur Books',
      domain: 'larkspur.example',
      tier: 'enterprise',
      limits: tierDefaults('enterprise'),
      now,
    })
    const user = await addUser(em, {
      tenantId,
      username: DEMO.username,
      email: DEMO.email,
      name: 'Robin Hale',
      role: 'admin',
      passwordHash,
      createdAt: now,
    })
    em.create(EmailSettings, { tenantId, ...DEFAULT_SETTINGS, ...DEMO_PACE })
    const contactIds = sampleContacts().map(([firstName, lastName, company, city], index) => {
      const id = newId()
      em.create(Contact, {
        tenantId,
        id,
        firstName,
        lastName,
        email: `${firstName}.${lastName}@readers.example`.toLowerCase(),
        serialNumber: index + 1,
        fields: { Company: company, City: city },
        createdAt: now,
      })
      return id
    })
    const campaignId = newId()
    em.create(Campaign, {
      tenantId,
      id: campaignId,
      userId: user.id,
      name: 'Autumn reading evening',
      subject: '{firstName|Hello}, come and read with us on Thursday',
      content: INVITATION,
      htmlTemplate: null,
      useHtmlBuilder: false,
      personalization: 'both',
      isAbTest: false,
      status: 'draft',
      createdAt: now,
    })
    await em.flush()
    await em.execute(
      'insert into campaign_contacts (tenant_id, campaign_id, contact_id) select tenant_id, :campaignId, id from contacts where tenant_id = :tenantId returning 1',
      { campaignId, tenantId },
    )
    return { tenantId, userId: user.id, contacts: contactIds.length }
  })
  const [provider] = app.sandboxed
  if (provider) await connectSandbox(app, owner, provider, 'robin.hale@larkspur.example')
  return true
}

/**
 * Rejects a database in which a local-mode user still has the password from this file. Throws CONFLICT. For production.
 */
export async function refuseDemoPasswords(database: App['database']): Promise<void> {
  const { superAdmin, username, password } = DEMO
  const [admin, user] = await database.asSystem(async (em) => [
    await em.findOne(SuperAdmin, { username: superAdmin.username }),
    await em.findOne(User, { username }),
  ])
  const open = [
    ...(admin && (await verifyPassword(admin.passwordHash ?? null, superAdmin.password)) ? [superAdmin.username] : []),
    ...(user && (await verifyPassword(user.passwordHash ?? null, password)) ? [username] : []),
  ]
  if (open.length === 0) return
  throw new AppError(
    'CONFLICT',
    `The database was filled by local mode: ${open.join(' and ')} still ${open.length === 1 ? 'has a password' : 'have passwords'} that everybody knows. Set DATABASE_URL to another database, or change ${open.length === 1 ? 'it' : 'them'} in local mode first.`,
  )
}

/** Nothing leaves the machine, so the demo can be fast; still slow enough to watch. */
const DEMO_PACE = {
  emailsPerInterval: 5,
  intervalSeconds: 1,
  dailyLimit: 10_000,
}

const INVITATION = `Dear {firstName|reader},

on Thursday at seven we open the shop for our <b>autumn reading evening</b>. Three authors from {City|town} will read from new books, there will be soup, and the till will stay closed.

We would love to see you and someone you like to share a book with. Just reply to this email, and two chairs are yours.

Warm regards
Robin Hale
Larkspur Books`

function sampleContacts(): [string, string, string, string][] {
  const names =
    'Ada Lovelace,Grace Hopper,Alan Turing,Katherine Johnson,Edsger Dijkstra,Barbara Liskov,Donald Knuth,Radia Perlman,Tim Berners,Hedy Lamarr,Niklaus Wirth,Frances Allen,Ken Thompson,Adele Goldberg,John Backus,Joan Clarke,Claude Shannon,Karen Jones,Dennis Ritchie,Mary Keller,Vint Cerf,Anita Borg,Leslie Lamport,Sophie Wilson,Tony Hoare,Margaret Hamilton,Bjarne Stroustrup,Shafi Goldwasser,Guido Rossum,Lynn Conway,James Gosling,Betty Holberton,Larry Wall,Kathleen Booth,Brian Kernighan,Jean Sammet,Robin Milner,Susan Kare,Peter Naur,Evelyn Boyd'
  const companies = ['Harbor Press', 'Field & Quill', 'Northlight', 'Paper Lane', 'The Inkwell']
  const cities = ['Bristol', 'Ghent', 'Porto', 'Leipzig', 'Aarhus', 'Kraków', 'Lyon']
  return names.split(',').map((name, index) => {
    const [first = '', last = ''] = name.split(' ')
    return [first, last, companies[index % companies.length] ?? '', cities[index % cities.length] ?? '']
  })
}
