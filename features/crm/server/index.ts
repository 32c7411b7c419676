/** The exports for other features. */
export { isBarePerson } from './bare-person.ts'
export { forgetPeople, type KnownPerson, peopleNamed } from './forget-people.ts'
export { insertNotes } from './notes.ts'
export { person } from './tables.ts'
