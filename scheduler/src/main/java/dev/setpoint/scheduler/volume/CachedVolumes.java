package dev.setpoint.scheduler.volume;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Handler;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.storage.CSINode;
import io.fabric8.kubernetes.api.model.storage.CSINodeDriver;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// Storage as the informers of the process show it; facts are read once from each value.
public final class CachedVolumes implements Volumes {
    /// By who may take them: a pod is tried on many nodes, and each time would look through all volumes that others
    /// have.
    private static final Index BY_TAKER = Index.ofObject(
            "volumes-by-taker",
            Typed.of(PersistentVolume.class),
            (volumes, stored) -> List.of(takers(volumes.decode(stored))));

    private final Facts<PersistentVolumeClaim, ClaimFacts> claims;
    private final Facts<PersistentVolume, VolumeOffer> volumes;
    private final Facts<StorageClass, ClassFacts> classes;
    private final Informer<CSINode> nodes;

    public CachedVolumes(Loops loops) {
        claims = new Facts<>(loops.informer(PersistentVolumeClaim.class), ClaimFacts::read);
        volumes = new Facts<>(loops.informer(PersistentVolume.class), VolumeOffer::read);
        classes = new Facts<>(loops.informer(StorageClass.class), ClassFacts::read);
        nodes = loops.informer(CSINode.class);
        volumes.informer.index(BY_TAKER);
    }

    /// Tells of everything that may change an answer.
    public void onChange(Handler handler) {
        claims.informer.onChange(handler);
        volumes.informer.onChange(handler);
        classes.informer.onChange(handler);
        nodes.onChange(handler);
    }

    @Override
    public Optional<ClaimFacts> claim(ObjectKey key) {
        return claims.find(key);
    }

    @Override
    public Optional<VolumeOffer> volume(String name) {
        return volumes.find(new ObjectKey("", name));
    }

    @Override
    public List<VolumeOffer> candidates(ClaimFacts claim) {
        List<VolumeOffer> candidates = new ArrayList<>(volumes.indexed(BY_TAKER, keptFor(claim.key())));
        candidates.addAll(volumes.indexed(BY_TAKER, freeOf(claim.storageClass())));
        return candidates;
    }

    private static String takers(PersistentVolume volume) {
        ObjectReference claim = volume.getSpec().getClaimRef();
        return claim == null
                ? freeOf(Objects.requireNonNullElse(volume.getSpec().getStorageClassName(), ""))
                : keptFor(new ObjectKey(claim.getNamespace(), claim.getName()));
    }

    private static String keptFor(ObjectKey claim) {
        return "claim " + claim.namespace() + "/" + claim.name();
    }

    private static String freeOf(String storageClass) {
        return "class " + storageClass;
    }

    @Override
    public Optional<ClassFacts> storageClass(String name) {
        return classes.find(new ObjectKey("", name));
    }

    @Override
    public OptionalLong attachable(String node, String driver) {
        Optional<CSINode> found = nodes.find(new ObjectKey("", node));
        if (found.isPresent()) {
            for (CSINodeDriver each : found.get().getSpec().getDrivers()) {
                if (each.getName().equals(driver)
                        && each.getAllocatable() != null
                        && each.getAllocatable().getCount() != null) {
                    return OptionalLong.of(each.getAllocatable().getCount());
                }
            }
        }
        return OptionalLong.empty();
    }

    /// What was read from values, the least recently used dropped.
    private static final class Facts<T extends HasMetadata, F> {
        private static final int KEPT = 4096;

        final Informer<T> informer;
        private final Function<T, F> read;
        private final Map<Stored, F> known = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Stored, F> eldest) {
                return size() > KEPT;
            }
        };

        Facts(Informer<T> informer, Function<T, F> read) {
            this.informer = informer;
            this.read = read;
        }

        Optional<F> find(ObjectKey key) {
            return informer.objects().find(key).map(this::of);
        }

        List<F> indexed(Index index, String value) {
            return informer.objects().indexed(index, value).stream()
                    .map(this::of)
                    .toList();
        }

        private F of(Stored stored) {
            F facts = known.get(stored);
            if (facts == null) {
                facts = read.apply(informer.typed().decode(stored));
                known.put(stored, facts);
            }
            return facts;
        }
    }
}
