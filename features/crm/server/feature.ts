import { type Feature, one, routes } from '#platform/server/feature.ts'
import { leadReminderEndpoints, notesContract, peopleContract } from '../contract.ts'
import { noticesEndpoints } from '../contract-notices.ts'
import { peopleEndpoints } from '../contract-people.ts'
import { peopleTotalsEndpoints, personStagesContract } from '../contract-stages.ts'
import { tasksContract } from '../contract-tasks.ts'
import { timelineEndpoints } from '../contract-timeline.ts'
import { importPeople, previewPeopleImport } from './csv/import-people.ts'
import { createNote, deleteNote, notes, updateNote } from './notes.ts'
import { readNotices, seeNote } from './notices.ts'
import { changePeople } from './people/change-people.ts'
import { readGivenEmails, removeEmail, setEmail } from './people/emails.ts'
import { createPerson, deletePerson, people, updatePerson } from './people/people.ts'
import { addPeopleOfLeads } from './people/people-of-leads.ts'
import { peopleTotals } from './people/people-totals.ts'
import { readPersonLeads } from './people/person-leads.ts'
import { readTimeline } from './people/timeline.ts'
import { putReminder, reminders, removeReminder } from './reminders.ts'
import { createStage, deleteStage, stages, updateStage } from './stages/stages.ts'
import { createTask, deleteTask, tasks, updateTask } from './tasks/tasks.ts'

export const crmFeature: Feature = {
  name: 'crm',
  routes: [
    ...routes(peopleContract.endpoints, {
      peopleCreate: (ctx, { body }) => one(createPerson(ctx, body)),
      peopleUpdate: (ctx, { id, body }) => one(updatePerson(ctx, { id, data: body })),
      peopleDelete: (ctx, { id }) => deletePerson(ctx, { id }),
    }),
    ...routes(peopleEndpoints, {
      peopleOfLeadsCreate: (ctx, { id, body }) => one(addPeopleOfLeads(ctx, { id, data: body })),
      peopleChangePut: (ctx, { id, body }) => one(changePeople(ctx, { id, data: body })),
      personLeadsFind: (ctx, { id }) => one(readPersonLeads(ctx, { id })),
      personEmailsFind: (ctx, { id }) => one(readGivenEmails(ctx, { id })),
      personEmailPut: (ctx, { id, body }) => one(setEmail(ctx, { id, ...body })),
      personEmailDelete: (ctx, { id }) => removeEmail(ctx, { id }),
      peopleImportPreviewsCreate: (ctx, { id, body }) => one(previewPeopleImport(ctx, { id, ...body })),
      peopleImportsCreate: (ctx, { id, body }) => one(importPeople(ctx, { id, ...body })),
    }),
    ...routes(personStagesContract.endpoints, {
      personStagesCreate: (ctx, { body }) => one(createStage(ctx, body)),
      personStagesUpdate: (ctx, { id, body }) => one(updateStage(ctx, { id, data: body })),
      personStagesDelete: (ctx, { id, query }) => deleteStage(ctx, { id, moveTo: query.moveTo }),
    }),
    ...routes(peopleTotalsEndpoints, {
      peopleTotals: (ctx, { query }) => one(peopleTotals(ctx, query)),
    }),
    ...routes(timelineEndpoints, {
      timelineFind: (ctx, { id, query }) => one(readTimeline(ctx, { id, ...query })),
    }),
    ...routes(tasksContract.endpoints, {
      tasksCreate: (ctx, { body }) => one(createTask(ctx, body)),
      tasksUpdate: (ctx, { id, body }) => one(updateTask(ctx, { id, data: body })),
      tasksDelete: (ctx, { id }) => deleteTask(ctx, { id }),
    }),
    ...routes(notesContract.endpoints, {
      notesCreate: (ctx, { body }) => one(createNote(ctx, body)),
      notesUpdate: (ctx, { id, body }) => one(updateNote(ctx, { id, data: body })),
      notesDelete: (ctx, { id }) => deleteNote(ctx, { id }),
    }),
    ...reminders.routes,
    ...routes(leadReminderEndpoints, {
      reminderPut: (ctx, { id, body }) => one(putReminder(ctx, { id, data: body })),
      reminderDelete: (ctx, { id }) => removeReminder(ctx, { id }),
    }),
    ...routes(noticesEndpoints, {
      noticesFind: (ctx, { id }) => one(readNotices(ctx, { id })),
      noteSeenPut: (ctx, { id }) => one(seeNote(ctx, { id })),
    }),
  ],
  readings: { people, personStages: stages, tasks, notes, reminders: reminders.rows },
}
