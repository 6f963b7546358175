import { describeForgottenPerson } from './describe-forgotten-person.ts';

describeForgottenPerson('a bucket of S3');
