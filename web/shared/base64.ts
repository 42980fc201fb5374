/** Returns the content of a file in base64. Rejects if the file cannot be read any more. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('error', () =>
      reject(new Error('A file could not be read. It may have been moved. Attach it again.')),
    )
    reader.addEventListener('load', () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    })
    reader.readAsDataURL(file)
  })
}

/** Decodes base64. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
