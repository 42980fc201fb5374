import makeQrCode from 'qrcode-generator'
import { useMemo } from 'react'

/** Width of the white margin around a QR code, in its modules (squares), as the standard asks */
const QUIET_ZONE_MODULES = 4

/** A QR code, dark on light in both themes, so that every camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawn(text), [text])
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 rounded-sm">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}

function drawn(text: string): { path: string; size: number } {
  const code = makeQrCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (code.isDark(row, column)) path += `M${column + QUIET_ZONE_MODULES} ${row + QUIET_ZONE_MODULES}h1v1h-1z`
    }
  }
  return { path, size: count + 2 * QUIET_ZONE_MODULES }
}
