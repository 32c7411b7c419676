import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { pngOf } from '../factories.ts'
import { drawLogo } from './draw-logo.ts'

/** A gray JPEG of 16 by 16 pixels. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAQABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APSKKKK//9k=',
  'base64',
)

test.each([
  ['a wide PNG is made smaller', pngOf(1200, 200), { width: 480, height: 80 }],
  ['a tall one too', pngOf(64, 256), { width: 32, height: 128 }],
  ['a small PNG keeps its size', pngOf(40, 20), { width: 40, height: 20 }],
  ['a JPEG becomes a PNG', jpeg, { width: 16, height: 16 }],
])('%s', async (_, bytes, size) => {
  const { png, ...drawn } = await drawLogo(bytes)
  expect(drawn).toEqual(size)
  expect(imageSize(png)).toMatchObject({ ...size, type: 'png' })
})

test('what else a file contains is not kept', async () => {
  const bytes = pngOf(64, 64, { text: 'Taken by Ann at 48.8584, 2.2945', tail: '<script>alert(1)</script>' })
  const { png } = await drawLogo(bytes)
  expect(bytes.toString('latin1')).toMatch(/Ann.*<script>/s)
  expect(png.toString('latin1')).not.toMatch(/Comment|Ann|script/)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test.each([
  ['nothing', Buffer.alloc(0), /PNG or JPEG/],
  ['an SVG', Buffer.from(svg), /PNG or JPEG/],
  ['a page', Buffer.from('<!doctype html><img src=x onerror=alert(1)>'), /PNG or JPEG/],
  ['a GIF', Buffer.from('474946383961010001000000003b', 'hex'), /PNG or JPEG/],
  ['the beginning of a PNG', pngOf(64, 64).subarray(0, 20), /could not be read/],
  ['a PNG that is cut off', pngOf(64, 64).subarray(0, 45), /could not be read/],
  ['an SVG that begins like a PNG', Buffer.concat([pngOf(9, 9).subarray(0, 8), Buffer.from(svg)]), /could not be read/],
  ['a huge PNG', pngOf(20_000, 20_000), /too large/],
  ['a PNG of one pixel', pngOf(1, 1), /too small/],
])('%s is refused', async (_, bytes, message) => {
  await expect(drawLogo(bytes)).rejects.toMatchObject({
    name: 'ValidationError',
    message: expect.stringMatching(message),
  })
})
