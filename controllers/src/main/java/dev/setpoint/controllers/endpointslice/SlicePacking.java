package dev.setpoint.controllers.endpointslice;

import dev.setpoint.controllers.endpointslice.SliceAction.Create;
import dev.setpoint.controllers.endpointslice.SliceAction.Delete;
import dev.setpoint.controllers.endpointslice.SliceAction.Update;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.WorkloadSelector;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Puts endpoints into slices, with as few writes as it can.
///
/// @param owner whose slices they are
/// @param labels of every slice
/// @param annotations that every slice has, beside what others have given it
/// @param most endpoints in a slice
public record SlicePacking(Owner owner, Map<String, String> labels, Map<String, String> annotations, int most) {
    public static final String SERVICE_NAME = "kubernetes.io/service-name";
    public static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
    public static final String HEADLESS = "service.kubernetes.io/headless";

    private static final Comparator<Draft> FULLEST = Comparator.comparingInt(draft -> -draft.endpoints.size());

    /// @param name from which slices take the beginning of theirs
    public record Owner(String namespace, String name, OwnerReference reference) {}

    /// What all endpoints of a slice have in common.
    public record Group(String addressType, List<EndpointPort> ports) {}

    /// What makes an endpoint the same one as before; everything else about it may change in place.
    private record Identity(List<String> addresses, String target) {
        static Identity of(Endpoint endpoint) {
            return new Identity(
                    endpoint.getAddresses(),
                    endpoint.getTargetRef() == null
                            ? ""
                            : endpoint.getTargetRef().getKind() + "/"
                                    + endpoint.getTargetRef().getUid());
        }
    }

    /// @param desired the endpoints of each group; a group without endpoints asks for an empty slice
    public List<SliceAction> plan(Map<Group, List<Endpoint>> desired, Collection<EndpointSlice> existing) {
        List<SliceAction> actions = new ArrayList<>();
        Map<Group, List<EndpointSlice>> present = new LinkedHashMap<>();
        for (EndpointSlice slice : existing) {
            if (Metadata.deleting(slice)) {
                continue;
            }
            Group group = new Group(slice.getAddressType(), present(slice.getPorts()));
            if (desired.containsKey(group)) {
                present.computeIfAbsent(group, _ -> new ArrayList<>()).add(slice);
            } else {
                actions.add(new Delete(slice));
            }
        }
        desired.forEach(
                (group, endpoints) -> actions.addAll(pack(group, endpoints, present.getOrDefault(group, List.of()))));
        return actions;
    }

    private List<SliceAction> pack(Group group, List<Endpoint> endpoints, List<EndpointSlice> present) {
        Map<Identity, Endpoint> rest = new LinkedHashMap<>();
        endpoints.forEach(endpoint -> rest.put(Identity.of(endpoint), endpoint));
        List<Draft> drafts =
                present.stream().map(slice -> new Draft(slice, rest)).toList();
        List<Endpoint> homeless = new ArrayList<>(rest.values());
        drafts.stream()
                .filter(draft -> draft.changed || draft.endpoints.isEmpty())
                .sorted(FULLEST)
                .forEach(draft -> draft.take(homeless, most));
        List<SliceAction> created = new ArrayList<>();
        while (homeless.size() >= most) {
            created.add(new Create(created(group, cut(homeless, most))));
        }
        if (!homeless.isEmpty()) {
            drafts.stream()
                    .filter(draft -> draft.endpoints.size() + homeless.size() <= most)
                    .min(FULLEST)
                    .ifPresentOrElse(
                            draft -> draft.take(homeless, most),
                            () -> created.add(new Create(created(group, cut(homeless, most)))));
        } else if (endpoints.isEmpty() && drafts.isEmpty()) {
            created.add(new Create(created(group, List.of())));
        }
        List<SliceAction> actions = new ArrayList<>();
        for (Draft draft : drafts) {
            boolean placeholder = endpoints.isEmpty() && draft == drafts.getFirst();
            if (draft.endpoints.isEmpty() && !placeholder) {
                actions.add(new Delete(draft.slice));
            } else if (draft.changed || !labelled(draft.slice)) {
                actions.add(new Update(updated(draft)));
            }
        }
        actions.addAll(created);
        return actions;
    }

    /// The server says `null` where a slice has none.
    private static <E> List<E> present(@Nullable List<E> elements) {
        return elements == null ? List.of() : elements;
    }

    private static List<Endpoint> cut(List<Endpoint> from, int most) {
        List<Endpoint> first = from.subList(0, Math.min(most, from.size()));
        List<Endpoint> cut = List.copyOf(first);
        first.clear();
        return cut;
    }

    /// One slice as it will be.
    private static final class Draft {
        private final EndpointSlice slice;
        private final List<Endpoint> endpoints = new ArrayList<>();
        private boolean changed;

        /// Takes out of `wanted` what the slice already holds.
        Draft(EndpointSlice slice, Map<Identity, Endpoint> wanted) {
            this.slice = slice;
            for (Endpoint held : present(slice.getEndpoints())) {
                Optional.ofNullable(wanted.remove(Identity.of(held))).ifPresent(endpoints::add);
            }
            changed = !same(endpoints, present(slice.getEndpoints()));
        }

        void take(List<Endpoint> homeless, int most) {
            List<Endpoint> taken = cut(homeless, most - endpoints.size());
            changed |= endpoints.addAll(taken);
        }

        private static boolean same(List<Endpoint> some, List<Endpoint> others) {
            return some.size() == others.size()
                    && IntStream.range(0, some.size())
                            .allMatch(index -> normal(some.get(index)).equals(normal(others.get(index))));
        }

        /// What was decoded and what was built differ in how they leave things out.
        private static Endpoint normal(Endpoint endpoint) {
            return new EndpointBuilder(endpoint)
                    .withDeprecatedTopology(Map.of())
                    .build();
        }
    }

    private boolean labelled(EndpointSlice slice) {
        return Metadata.labels(slice).equals(labels)
                && WorkloadSelector.contains(Metadata.annotations(slice), annotations)
                && slice.getMetadata().getOwnerReferences().contains(owner.reference());
    }

    private EndpointSlice updated(Draft draft) {
        return new EndpointSliceBuilder(draft.slice)
                .editMetadata()
                .withLabels(labels)
                .addToAnnotations(annotations)
                .withOwnerReferences(owner.reference())
                .endMetadata()
                .withEndpoints(draft.endpoints)
                .build();
    }

    private EndpointSlice created(Group group, List<Endpoint> endpoints) {
        return new EndpointSliceBuilder()
                .withNewMetadata()
                .withNamespace(owner.namespace())
                .withGenerateName(owner.name() + "-")
                .withLabels(labels)
                .withAnnotations(annotations)
                .withOwnerReferences(owner.reference())
                .endMetadata()
                .withAddressType(group.addressType())
                .withPorts(group.ports())
                .withEndpoints(endpoints)
                .build();
    }
}
