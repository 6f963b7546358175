import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../src/adapters/store/database.ts';

/** The same database; each transaction leaves the names of the tables that it asked or changed, in their order. */
export function noteTransactions(database: Database, noted: string[][]): Database {
  return {
    get query() {
      return database.query;
    },
    get reading() {
      return database.reading;
    },
    catalog: database.catalog,
    transaction: (work) => {
      const tables: string[] = [];
      noted.push(tables);
      return database.transaction((transaction) => work(transaction.withPlugin(noteTables(tables))));
    },
    alone: (name, work) => database.alone(name, work),
    close: () => database.close(),
  };
}

function noteTables(tables: string[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      // A node says the table before all else that has a name.
      const name = /"table":.*?"name":"(\w+)"/.exec(JSON.stringify(node))?.[1];
      if (name !== undefined) tables.push(name);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
