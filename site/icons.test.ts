import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { iconsOf } from './icons.ts'

const drawing = readFileSync(resolve(import.meta.dirname, '../app/web/public/favicon.svg'), 'utf8')

test("the manifest's icons have their stated sizes, and one is maskable", () => {
  const { files, manifest } = iconsOf(drawing)
  const drawn = manifest.filter(({ type }) => type === 'image/png')
  expect(drawn.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes } of drawn) {
    const { width, height, type } = imageSize(files.find(({ path }) => path === src)!.bytes)
    expect([type, `${width}x${height}`]).toEqual(['png', sizes])
  }
  expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
})

test("favicon.ico contains three sizes, and Apple's icon is 180 pixels wide", () => {
  const { files } = iconsOf(drawing)
  const bytesOf = (name: string) => files.find(({ path }) => path === name)!.bytes
  const { type, images } = imageSize(bytesOf('/favicon.ico'))
  expect([type, images?.map(({ width, height }) => [width, height])]).toEqual([
    'ico',
    [
      [16, 16],
      [32, 32],
      [48, 48],
    ],
  ])
  const last = Buffer.from(bytesOf('/favicon.ico'))
  const offset = last.readUInt32LE(6 + 16 * 2 + 12)
  expect(imageSize(last.subarray(offset))).toMatchObject({ type: 'png', width: 48, height: 48 })
  expect(imageSize(bytesOf('/apple-touch-icon.png'))).toMatchObject({ type: 'png', width: 180, height: 180 })
})

test('rejects a drawing without the rounded corners that maskable icons remove', () => {
  expect(() => iconsOf(drawing.replace('rx="8"', 'rx="6"'))).toThrow('favicon.svg')
})
