import { onTestFinished, vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** Answer of the fake browser to a request for a passkey. */
export const PASSKEY_ANSWER = { id: 'cred', rawId: 'Y3JlZA', type: 'public-key' }

/** Lets this test's browser support passkeys; `refusal` is the error it throws instead of making or reading one. */
export function withPasskeys(refusal?: DOMException): void {
  const answer = () => {
    if (refusal) return Promise.reject(refusal)
    return Promise.resolve({
      ...PASSKEY_ANSWER,
      rawId: bytes('cred'),
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
      response: {
        clientDataJSON: bytes('{}'),
        attestationObject: bytes('a'),
        authenticatorData: bytes('d'),
        signature: bytes('s'),
      },
    })
  }
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  const before = Object.getOwnPropertyDescriptor(navigator, 'credentials')
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: answer, get: answer } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    if (before) Object.defineProperty(navigator, 'credentials', before)
    else Reflect.deleteProperty(navigator, 'credentials')
  })
}
