-- Which projects are in the sandbox is asked by every list (server/db/seen.ts).
create index project_sandbox on project (id) where realm = 'sandbox';
