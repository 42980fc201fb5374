import './accounts.ts'
import './api-keys.ts'
import './campaigns.ts'
import './contacts.ts'
import './errors.ts'
import './json.ts'
import './mail-accounts.ts'
import './segments.ts'
import './server.ts'
import './settings.ts'
import './stats.ts'
import './suppressions.ts'
import './tags.ts'
import './templates.ts'
import './tenants.ts'
import { builder } from './builder.ts'

/** The contract: every type and operation of the product. */
export const schema = builder.toSchema()
