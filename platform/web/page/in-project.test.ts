import { expect, test } from 'vitest'
import { inProject, withoutProject } from './in-project.ts'

test.each([
  ['/app/inbox', '/app/inbox?project=pipewell'],
  ['/app/opportunities?label=3&due=1', '/app/opportunities?label=3&due=1&project=pipewell'],
])('%s of a project is %s, and the same again without it', (address, named) => {
  expect(inProject('pipewell', address)).toBe(named)
  expect(withoutProject(new URL(named, 'http://x'))).toBe(address)
})
