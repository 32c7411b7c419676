#!/bin/sh
# Creates Earshot's database and its user, who isn't a superuser. PostgreSQL's image runs this at its first start.
set -eu
psql --username "${POSTGRES_USER:-postgres}" --set ON_ERROR_STOP=1 --set password="$EARSHOT_PASSWORD" <<'SQL'
create role earshot login createrole password :'password';
create database earshot owner earshot encoding 'UTF8' template template0;
SQL
