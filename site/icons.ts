import { createHash } from 'node:crypto'
import { Resvg } from '@resvg/resvg-js'

/** An icon of the web manifest. */
export interface ManifestIcon {
  src: string
  sizes: string
  type: string
  purpose?: 'maskable'
}

export interface Icons {
  /** The files to write. */
  files: { path: string; bytes: Uint8Array }[]
  manifest: ManifestIcon[]
}

/** Renders all icons from the product's drawing. Throws if the drawing no longer meets their assumptions. */
export function iconsOf(svg: string): Icons {
  // Home screens crop the corners of maskable icons; the logo stays within the safe area.
  const square = svg.replace(' rx="8"', '')
  if (square === svg) throw new Error('favicon.svg no longer has the rounded corners that other icons remove')
  const drawn = [
    { size: 192, bytes: png(svg, 192) },
    { size: 512, bytes: png(svg, 512) },
    { size: 512, bytes: png(square, 512), purpose: 'maskable' as const },
  ]
  const named = drawn.map(({ bytes, ...icon }) => ({ ...icon, bytes, path: pathOf(bytes) }))
  return {
    files: [
      { path: '/favicon.ico', bytes: ico([16, 32, 48].map((size) => ({ size, bytes: png(svg, size) }))) },
      { path: '/apple-touch-icon.png', bytes: png(square, 180) },
      ...named,
    ],
    manifest: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ...named.map(({ path, size, purpose }) => ({
        src: path,
        sizes: `${size}x${size}`,
        type: 'image/png',
        ...(purpose && { purpose }),
      })),
    ],
  }
}

function pathOf(bytes: Uint8Array): string {
  return `/assets/icons/icon-${createHash('sha256').update(bytes).digest('base64url').slice(0, 10)}.png`
}

function png(svg: string, size: number): Uint8Array {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}

/** Returns an .ico of PNG pictures: a header of 6 bytes, a directory of 16 bytes per picture, and the pictures. */
function ico(pictures: readonly { size: number; bytes: Uint8Array }[]): Uint8Array {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, bytes }] of pictures.entries()) {
    const entry = 6 + 16 * index
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)])
}
