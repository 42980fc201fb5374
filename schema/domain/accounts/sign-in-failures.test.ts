import { describe, expect, it } from 'vitest'
import { SIGN_IN_FAILURES, signInFailureCode, signInFailureText } from './sign-in-failures.ts'

describe('an error message in the address of the sign-in page', () => {
  it.each(Object.values(SIGN_IN_FAILURES))("is shown if it is one of the product's: %s", (sentence) => {
    expect(sentence).not.toContain('_')
    expect(signInFailureText(signInFailureCode(sentence))).toBe(sentence)
    expect(signInFailureText(sentence)).toBe(sentence)
  })

  it("is shown in the product's words if it is a standard OAuth error", () => {
    expect(signInFailureText('access_denied')).toBe('access denied')
  })

  it.each([null, '', 'Your_account_was_hacked._Call_+1_555_0100', 'access_denied_', 'constructor', '__proto__'])(
    'is not shown if it is any other text: %s',
    (message) => expect(signInFailureText(message)).toBeNull(),
  )
})
