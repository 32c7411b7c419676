import { imageSize } from 'image-size'
import { ApiError } from '#platform/contract/errors.ts'

/** A logo as Earshot stores it. */
export interface Logo {
  png: Buffer
  width: number
  height: number
}

/** The largest image that is read, in pixels per side, and the largest that is stored: twice the size shown. */
const readMost = 4096
const stored = { width: 480, height: 128 }

/** How files begin, whatever their name says. */
const beginnings = [
  { type: 'png', mime: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { type: 'jpg', mime: 'image/jpeg', bytes: Buffer.from('ffd8ff', 'hex') },
] as const

/**
 * Draws an uploaded image anew, as a PNG without metadata or anything else of the file. Throws ValidationError unless it
 * is a PNG or JPEG of a sensible size. Drawing takes place outside of the main thread.
 */
export async function drawLogo(bytes: Buffer): Promise<Logo> {
  const format = beginnings.find((each) => bytes.subarray(0, each.bytes.length).equals(each.bytes))
  if (!format) throw fault('Choose a PNG or JPEG image. Other formats, such as SVG, are not accepted.')
  const size = sizeOf(bytes)
  if (size?.type !== format.type) throw fault(unreadable)
  const { width, height } = size
  if (width < 16 || height < 16) throw fault('This image is too small. Choose one of at least 16 by 16 pixels.')
  if (width > readMost || height > readMost) {
    throw fault(`This image is too large. Choose one of at most ${readMost} by ${readMost} pixels.`)
  }
  const scale = Math.min(1, stored.width / width, stored.height / height)
  const drawn = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  // Only numbers and base64 go into the drawing.
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${drawn.width}" height="${drawn.height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><image href="data:${format.mime};base64,${bytes.toString('base64')}" width="${width}" height="${height}"/></svg>`
  // Loaded at the first upload, since most servers never need it.
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(drawing, { font: { loadSystemFonts: false } })
  // An image that can't be decoded leaves the drawing empty.
  if (image.pixels.every((value) => value === 0)) throw fault(unreadable)
  return { png: image.asPng(), width: image.width, height: image.height }
}

const unreadable = 'This image could not be read. Save it again as a PNG in the RGB color space.'

function sizeOf(bytes: Buffer) {
  try {
    return imageSize(bytes)
  } catch {
    // A header that says no size is as good as none.
    return null
  }
}

function fault(message: string): ApiError {
  return new ApiError('ValidationError', message, { errors: [{ path: [], message, name: 'ValidationError' }] })
}
