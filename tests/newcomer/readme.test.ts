import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readReadme } from './readme.ts'
import { told } from './words.ts'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(resolve(root, 'README.md'), 'utf8')

test('README tells newcomers what the walk of npm run newcomer does', () => {
  const readme = readReadme(text)
  expect(readme.commands).toEqual(['npm start', 'npm test'])
  expect(readme.address).toBe('http://localhost:3000')
  expect(readme.steps).toEqual([told.signUp, told.website, told.submit])
  expect(readme.afterwards).toContain(told.ownProject)
  expect(readme.afterwards).toContain(told.archives)
})

test('README lists exactly the commands of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
  expect(readReadme(text).mentioned).toEqual(Object.keys(scripts).toSorted())
})

test('a README without steps, commands, or an address is refused with the missing part', () => {
  const parts = [
    '## Start',
    '```sh\nnpm start   # http://localhost:3000\n```',
    '## First leads in five minutes',
    '1. Go',
  ]
  expect(readReadme(parts.join('\n\n')).steps).toEqual(['Go'])
  const without = (part: number) => () => readReadme(parts.filter((_, at) => at !== part).join('\n\n'))
  expect(without(0)).toThrow('no section is called Start')
  expect(without(1)).toThrow('no block of commands')
  expect(without(2)).toThrow('no section is called First leads in five minutes')
  expect(() => readReadme(parts.join('\n\n').replace('# http', 'http'))).toThrow('names no address')
})
