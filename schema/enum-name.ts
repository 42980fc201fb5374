/** The name of a value in an enum of the schema: firstName is FIRST_NAME, contacts:read is CONTACTS_READ. */
export const enumName = (value: string): string =>
  value
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(':', '_')
    .toUpperCase()
