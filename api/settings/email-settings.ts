import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import {
  COLUMN_TYPES,
  isClearable,
  SETTING_ENTRIES,
  type EmailSettings as Settings,
  type SettingName,
} from '#domain/settings/setting-register.ts'

/** A column for each setting of the register. */
type SettingColumns = { [Name in SettingName]: ReturnType<typeof p.json<Settings[Name]>> }

const COLUMNS = { integer: () => p.integer(), boolean: () => p.boolean(), text: () => p.text(), json: () => p.json() }

const settingColumns = Object.fromEntries(
  SETTING_ENTRIES.map(([name, entry]) => {
    const column = COLUMNS[COLUMN_TYPES[entry.type]]()
    return [name, isClearable(entry) ? column.nullable() : column]
  }),
) as unknown as SettingColumns

/** A workspace's send settings; a workspace without a row has the defaults (product: settings.pace). */
export const EmailSettings = defineEntity({
  name: 'EmailSettings',
  tableName: 'email_settings',
  properties: {
    tenantId: p.uuid().primary(),
    ...settingColumns,
    warmupStartedAt: p.datetime().nullable(),
    /** time at which approval of launches turns off, as an admin asked; null: it stays on */
    approvalOffAt: p.datetime().nullable(),
    approvalOffAskedBy: p.uuid().nullable(),
  },
})
export type EmailSettings = InferEntity<typeof EmailSettings>
