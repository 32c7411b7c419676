/** The exports for other features. */
export { insertNotes } from './notes.ts'
export { absorbPerson } from './people/absorb-person.ts'
export { isBarePerson } from './people/bare-person.ts'
export { forgetEmails } from './people/emails.ts'
export { accountsNamed, forgetPeople, isForgottenName, listed, type PersonAccount } from './people/forget-people.ts'
export {
  type MetPerson,
  meetPerson,
  personAnswered,
  personAskedToStop,
  personContacted,
  personNamed,
} from './people/meet-people.ts'
export { people } from './people/people.ts'
export { insertStages } from './stages/insert-stages.ts'
export { requireStage } from './stages/move-people.ts'
export { person, personStage } from './tables.ts'
export { ownerOfTask } from './tasks/owner-of-task.ts'
