/** The name of a value in an enum of the schema: warming_up is WARMING_UP, firstName is FIRST_NAME. */
export const enumName = (value: string): string => value.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
