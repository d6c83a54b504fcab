// Less than everybody has: other users, fewer descriptors, threads and addresses. For children only; nothing of it is
// taken back.
#include <grp.h>
#include <sys/resource.h>
#include <unistd.h>

#include "FaultCalls.h"

static int limit(int resource, int64_t most) {
  struct rlimit limit = {(rlim_t)most, (rlim_t)most};
  return setrlimit(resource, &limit);
}

int fault_limit_descriptors(int64_t most) { return limit(RLIMIT_NOFILE, most); }

int fault_limit_threads(int64_t most) { return limit(RLIMIT_NPROC, most); }

int fault_limit_addresses(int64_t most) { return limit(RLIMIT_AS, most); }

int fault_become(uint32_t user, uint32_t group, uint32_t other_group) {
  gid_t groups[1] = {other_group};
  if (setgroups(other_group ? 1 : 0, groups) != 0 || setgid(group) != 0) return -1;
  return setuid(user);
}

int64_t fault_shared_number(int64_t *number) { return __atomic_load_n(number, __ATOMIC_SEQ_CST); }

void fault_set_shared_number(int64_t *number, int64_t value) {
  __atomic_store_n(number, value, __ATOMIC_SEQ_CST);
}
