import { z } from 'zod'
import { isOrigin } from './http/url-and-ip-formats.ts'

/** An environment variable that holds an origin. */
export const origin = z
  .string()
  .refine(isOrigin, 'is not a valid origin; use scheme, host and port only, such as https://mail.example.com')
  .transform((text) => new URL(text).origin)

/** An environment variable that holds one of these words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })
