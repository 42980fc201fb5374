import { VARIANT_NAMES } from '#domain/campaigns/ab-test.ts'
import { enumType } from './schema-builder.ts'

/** The two subjects of an A/B test. */
export const VariantEnum = enumType('Variant', { description: 'A subject of an A/B test.', values: VARIANT_NAMES })
