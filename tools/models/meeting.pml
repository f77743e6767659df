/* How the end of a child and the decision of its parent to wait meet: two children, one parent, one
 * tick. docs/locking.md says it in words; functions/step/_end_children.sql, _meet_parents.sql,
 * _meet.sql and ff_await_children.sql are what is modelled.
 *
 * A process is a session, and each `atomic` block is a statement of its transaction: it sees what
 * was committed before (in an older snapshot: what was committed when the transaction began).
 * Every lock is kept until the transaction ends, and no session waits for a lock. What may go
 * differently is chosen freely: how many children the parent needs, the isolation level of each
 * transaction, whether it is rolled back and done again, whether a todo is written twice.
 *
 * The law: when nothing is left to do, the parent does not wait, for its children are over; and it
 * is never woken too early. tools/run_models.py runs the model with each rule left out as well
 * (-D...), and sees that the law is broken then.
 */

#define PARENT 3
#define TICK 4
#define OTHER 5
#define BIT(me) (1 << (me))

/* the meeting row */
byte sharers;                     /* a bit for each transaction that shares it */
byte alone;                       /* the transaction that has it alone */
byte missing;                     /* 0: the present wait was not counted */
/* the row of the parent */
byte row_held;
/* what is committed */
bool is_over[2];
bool parent_waits;
byte child_todo[2];               /* how often the todo is there */
byte meet_todo;
/* transactions that are through: children and parent */
byte ended;
byte need;

#define CAN_SHARE(me) (alone == 0 || alone == me)
#define CAN_BE_ALONE(me) (CAN_SHARE(me) && (sharers & ~BIT(me)) == 0)
#define OVER (is_over[0] + is_over[1])

/* What a transaction is going to write with its commit. */
#define WRITES bool wakes, leaves_child, leaves_meet; byte new_missing
#define NOTHING wakes = false; leaves_child = false; leaves_meet = false; new_missing = 0

#ifdef COUNTS_WITHOUT_A_LOOK
#define MAY_WAKE(counts_one, mine) ((counts_one && missing == 1) || OVER + mine >= need)
#else
#define MAY_WAKE(counts_one, mine) (OVER + mine >= need)
#endif

/* Enough are over: the parent goes on, or its row is locked by another session. */
#define WAKE(me, mine)                                                                    \
    assert(OVER + mine >= need);                                                          \
    if                                                                                    \
    :: row_held == 0 || row_held == me -> row_held = me; wakes = true                     \
    :: else -> leaves_meet = true                                                         \
    fi

/* What a session does that has the meeting row alone, for a parent that waits. An end that was not
 * counted is counted first, and the children are looked at when that may be the last. */
#define COUNT(me, counts_one, mine)                                                       \
    if                                                                                    \
    :: counts_one && missing > 1 -> new_missing = missing - 1                             \
    :: !(counts_one && missing > 1) && MAY_WAKE(counts_one, mine) -> WAKE(me, mine)       \
    :: !(counts_one && missing > 1) && !MAY_WAKE(counts_one, mine) ->                     \
        new_missing = need - OVER - mine                                                  \
    fi

#define RELEASE(me)                                                                       \
    sharers = sharers & ~BIT(me);                                                         \
    if :: alone == me -> alone = 0 :: else fi;                                            \
    if :: row_held == me -> row_held = 0 :: else fi;                                      \
    NOTHING

#define COMMIT(me)                                                                        \
    if :: wakes -> parent_waits = false; missing = 0 :: else fi;                          \
    if :: new_missing > 0 -> missing = new_missing :: else fi;                            \
    if :: leaves_meet -> meet_todo++ :: else fi;                                          \
    RELEASE(me)

proctype Child(byte i) {
    bool waits, met, was_undone;
    WRITES;
#define me (i + 1)

begin:
    atomic {
        /* it ends in its own row; an old snapshot does not show whether the parent waits */
        NOTHING;
        waits = parent_waits;
        if
        :: waits -> goto counts
        :: !waits
        :: true ->
#ifdef OLD_CHILDREN_LOOK
            if :: waits -> leaves_child = true :: else -> skip fi;
#else
            leaves_child = true;
#endif
            waits = false;
            goto commits_old
        fi
    }
    atomic {
#ifdef CHILDREN_DO_NOT_SHARE
        met = true
#else
        if
        :: CAN_SHARE(me) -> sharers = sharers | BIT(me); met = true
        :: else -> met = false
        fi
#endif
    }
    atomic {
#ifndef CHILDREN_LOOK_BEFORE_THEY_SHARE
        waits = met && parent_waits;
#endif
        if
        :: met && !waits -> met = false; goto commits_old
        :: else -> met = false; waits = false
        fi
    }
counts:
    atomic {
        waits = false;
        if
        :: CAN_BE_ALONE(me) -> alone = me; met = true
        :: else -> met = false
        fi
    }
    atomic {
        if
        :: met && parent_waits -> met = false; COUNT(me, true, 1)
        :: met && !parent_waits -> met = false
        :: !met ->
#ifdef CHILDREN_LEAVE_NO_TODO
            skip
#else
            leaves_child = true
#endif
        fi
    }
    /* the commit works on its own todo, and may drop it while it has the row alone */
    atomic {
        if
        :: leaves_child && CAN_BE_ALONE(me) -> alone = me; leaves_child = false; met = true
        :: else -> met = false
        fi
    }
    atomic {
        if
        :: met && parent_waits -> met = false; COUNT(me, true, 1)
        :: else -> met = false
        fi
    }
commits_old:
    atomic {
        if
        :: !was_undone -> was_undone = true; RELEASE(me); goto begin
        :: true ->
            is_over[i] = true;
            if :: leaves_child -> child_todo[i]++ :: else fi;
            COMMIT(me);
            was_undone = false;
            ended++
        fi
    }
#undef me
}

proctype Parent() {
    byte seen;
    bool met, is_old, was_undone;
    WRITES;

begin:
    atomic {
        /* the call waits for its own row, as any call of a holder does */
        row_held == 0;
        row_held = PARENT;
        NOTHING;
        seen = OVER;
        if
        :: is_old = false
        :: true ->
            is_old = true;
#ifndef OLD_PARENTS_LOOK
            leaves_meet = true;
#endif
            goto decides
        fi
    }
    atomic {
        if
        :: CAN_BE_ALONE(PARENT) ->
#ifndef PARENTS_ARE_NOT_ALONE
            alone = PARENT;
#endif
            met = true
        :: else ->
            met = false;
#ifndef PARENTS_LEAVE_NO_TODO
            leaves_meet = true
#endif
        fi
    }
#ifndef PARENTS_LOOK_BEFORE_THEY_ARE_ALONE
    atomic { seen = OVER }
#endif
decides:
    atomic {
        if
        :: seen >= need ->
            /* ready at once: it keeps its lease */
            seen = 0; met = false; is_old = false; was_undone = false;
            RELEASE(PARENT);
            ended++;
            goto done
        :: seen < need && met -> new_missing = need - seen
        :: else
        fi;
        seen = 0
    }
    /* the commit works on its own todo */
    atomic {
        if
        :: leaves_meet && !is_old && CAN_BE_ALONE(PARENT) ->
            alone = PARENT; leaves_meet = false; met = true
        :: else -> met = false
        fi;
        is_old = false
    }
    atomic {
        if
        :: met && OVER >= need -> wakes = true
        :: met && OVER < need -> new_missing = need - OVER
        :: !met
        fi;
        met = false
    }
    atomic {
        if
        :: !was_undone -> was_undone = true; RELEASE(PARENT); goto begin
        :: true ->
            parent_waits = true;
            missing = 0;
            was_undone = false;
            COMMIT(PARENT);
            ended++
        fi
    }
done:
    skip
}

proctype Tick() {
    byte i;
    bool is_child, met, was_undone, was_copied;
    WRITES;

    do
    :: atomic {
            NOTHING;
            if
            :: child_todo[0] > 0 -> is_child = true; i = 0
            :: child_todo[1] > 0 -> is_child = true; i = 1
            :: meet_todo > 0 -> is_child = false; i = 0
            :: ended == 3 && child_todo[0] + child_todo[1] + meet_todo == 0 -> break
            fi
        }
        atomic {
            if
            :: CAN_BE_ALONE(TICK) -> alone = TICK; met = true
            :: else -> met = false
            fi
        }
        atomic {
            if
            :: met && parent_waits -> COUNT(TICK, is_child, 0)
            :: met && !parent_waits -> skip
            /* without the row it can only see that enough are over */
            :: !met && parent_waits && OVER >= need -> WAKE(TICK, 0)
            :: !met && !(parent_waits && OVER >= need) ->
#ifdef TICKS_DROP_TODOS
                skip
#else
                if
                :: is_child -> leaves_child = true
                :: else -> leaves_meet = true
                fi
#endif
            fi;
            met = false
        }
        atomic {
            if
            :: !was_undone -> was_undone = true; RELEASE(TICK)
            :: true ->
                /* the todo is removed, or written again */
                if
                :: is_child && !leaves_child -> child_todo[i]--
                :: !is_child -> meet_todo--
                :: else
                fi;
                COMMIT(TICK)
            :: is_child && !was_copied ->
                /* another tick has written the todo once more while this one was open */
                was_copied = true;
                child_todo[i]++;
                RELEASE(TICK)
            fi;
            is_child = false;
            i = 0
        }
    od;
    assert(!parent_waits)
}

/* an operator, or a claim, that holds the row of the parent for a while */
proctype Other() {
    atomic { row_held == 0 -> row_held = OTHER }
    atomic { row_held = 0 }
}

init {
    atomic {
        if :: need = 1 :: need = 2 fi;
        run Child(0); run Child(1); run Parent(); run Tick(); run Other()
    }
}
