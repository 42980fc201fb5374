import { redirectFollower, startIdentityProvider, type Claims, type IdentityProvider } from './identity-provider.ts'
import { mutationDocument } from './mutate.ts'
import { createWorld, person as signedInWith, type TestPerson, type World, type WorldOptions } from './world.ts'

const FIELDS =
  'issuer clientId required roleClaim adminValues defaultRole callbackUrl domains { domain record verifiedAt }'
const ENDS = /\/\?auth=|\/settings\?|\/login#/

/** Outcome of a sign-in through the identity provider, and the person who is signed in afterwards. */
export interface SsoEnd {
  outcome: string | null
  message: string | null
  end: URL
  /** the session token of the browser */
  token: string
  user: { id: string; email: string; role: string; name: string; emailConfirmed: boolean } | undefined
}

/** A workspace whose admin sets up single sign-on for its own domain. */
export interface SsoWorkspace {
  admin: TestPerson
  domain: string
  /** Runs a document as the admin; returns its first field, or code and message of its error. */
  run(document: string, variables?: object, who?: TestPerson): Promise<any>
  /** Saves the test's identity provider as the workspace's, with changes. */
  set(change?: object): Promise<any>
  onDomain(operation: string, name?: string, who?: TestPerson): Promise<any>
  /** Adds a domain with its TXT record, and proves the domain. */
  claim(name?: string): Promise<any>
  /** Adds a colleague with a password. */
  addUser(name: string, role?: 'admin' | 'user', email?: string): Promise<any>
  /** Signs in at the provider as `subject`. */
  signIn(email: string, subject: string, claims?: Claims): Promise<SsoEnd>
}

export interface SsoWorld {
  world: World
  idp: IdentityProvider
  /** TXT records of the test's domains */
  records: Map<string, string[]>
  start(email: string, query?: string): string
  /** Opens a workspace with a domain that nobody else has. */
  open(): Promise<SsoWorkspace>
  close(): Promise<void>
}

export { FIELDS as SSO_FIELDS, ENDS as SSO_ENDS }

let count = 0

/** A world with an identity provider; `conform`: claims come from UserInfo only, as OpenID Connect Core 5.4 says. */
export async function createSsoWorld({
  conform = false,
  ...options
}: WorldOptions & { conform?: boolean } = {}): Promise<SsoWorld> {
  const world = await createWorld({ send: false, ...options })
  const records = new Map<string, string[]>()
  world.app.dns = { txt: async (name) => records.get(name) ?? [], cname: async () => [] }
  const idp = await startIdentityProvider(() => `${world.url}/auth/sso/callback`, { conform })
  const start = (email: string, query = '') => `${world.url}/auth/sso?email=${encodeURIComponent(email)}${query}`

  async function open(): Promise<SsoWorkspace> {
    count += 1
    const domain = `company${count}.example`
    const admin = await world.signUp({ unlimited: true })
    const run: SsoWorkspace['run'] = async (document, variables = {}, who = admin) => {
      const { data, errors } = await who.graphql(document, variables)
      if (errors) return { code: errors[0].extensions.code, message: errors[0].message }
      return Object.values(data)[0]
    }
    const onDomain: SsoWorkspace['onDomain'] = (operation, name = domain, who = admin) =>
      run(mutationDocument(operation, `{ ${FIELDS} }`), { input: { domain: name } }, who)
    return {
      admin,
      domain,
      run,
      onDomain,
      set: (change = {}) => {
        const { issuer, clientId, clientSecret } = idp
        return run(
          `mutation ($input: UpdateSingleSignOnInput!) { updateSingleSignOn(input: $input) { singleSignOn { ${FIELDS} } errors { code field message } } }`,
          {
            input: { issuer, clientId, clientSecret, ...change },
          },
        )
      },
      claim: async (name = domain) => {
        const { domains } = await onDomain('addSsoDomain', name)
        const { record } = domains.find((each: { domain: string }) => each.domain === name)
        records.set(name, ['v=spf1 -all', record])
        return onDomain('verifySsoDomain', name)
      },
      addUser: (name, role = 'user', email = `${name}@${domain}`) =>
        run(
          'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }',
          {
            input: { name, email, password: 'correct horse battery', role },
          },
        ),
      signIn: async (email, subject, claims = {}) => {
        idp.next(subject, { email, email_verified: true, name: 'Ida Holm', ...claims })
        const browser = redirectFollower()
        const end = new URL(await browser.until(start(email), ENDS))
        const token = browser.cookie(new URL(world.url).host, 'mergewell_session') ?? ''
        const who = signedInWith(world.url, token, '', '')
        const { data } = token
          ? await who.graphql('{ currentUser { id email role name emailConfirmed } }')
          : { data: null }
        const message = end.searchParams.get('message')
        return { outcome: end.searchParams.get('auth'), message, end, token, user: data?.currentUser }
      },
    }
  }
  return {
    world,
    idp,
    records,
    start,
    open,
    close: async () => {
      await idp.close()
      await world.close()
    },
  }
}
