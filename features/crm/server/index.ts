/** What other features may use of this one. */
export { isBarePerson } from './bare-person.ts'
export { forgetPeople, type KnownPerson, peopleNamed } from './forget-people.ts'
export { person } from './tables.ts'
