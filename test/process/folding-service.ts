import { startService } from '../../src/app/lifecycle.ts';
import { readSettings } from '../../src/app/read-settings.ts';
import { PersonFolder } from '../../src/services/capture/fold/person-folder.ts';
import { AT_ONCE } from '../fixtures/fold-now.ts';

// A service that folds overrides of persons as soon as there are some.

const service = await startService(readSettings());
service.open();
new PersonFolder(service.services, { ...AT_ONCE, mostOverrides: 5, pollMs: 5 }).start();
process.stdout.write(`Sluice is ready on ${service.url}\n`);
