import { expect, test } from 'vitest'
import { ownedProjects } from './owned-projects.ts'

const deskbook = { id: '0199a7c0-0000-7000-8000-000000000001', name: 'Deskbook' }

test.each([
  [{ projects: [deskbook] }, [deskbook]],
  [{ projects: [deskbook, null, { id: 1, name: 'Sundial' }] }, [deskbook]],
  [{ projects: 'delete' }, []],
  [{}, []],
])('%j names %j', (details, found) => {
  expect(ownedProjects({ details })).toEqual(found)
})
