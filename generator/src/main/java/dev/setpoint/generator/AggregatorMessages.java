package dev.setpoint.generator;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.kubernetes.client.proto.Meta;

/// The messages of apiregistration.k8s.io, which client-java-proto leaves out.
final class AggregatorMessages {
    private static final String PACKAGE = "k8s.io.kube_aggregator.pkg.apis.apiregistration.v1";
    private static final String META = ".k8s.io.apimachinery.pkg.apis.meta.v1.";

    private AggregatorMessages() {}

    static FileDescriptor descriptor() {
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/generated.proto")
                .setPackage(PACKAGE)
                .addDependency(Meta.getDescriptor().getName())
                .addMessageType(message(
                        "APIService",
                        one(1, "metadata", META + "ObjectMeta"),
                        one(2, "spec", own("APIServiceSpec")),
                        one(3, "status", own("APIServiceStatus"))))
                .addMessageType(message(
                        "APIServiceList", one(1, "metadata", META + "ListMeta"), many(2, "items", own("APIService"))))
                .addMessageType(message(
                        "APIServiceSpec",
                        one(1, "service", own("ServiceReference")),
                        scalar(2, "group", FieldDescriptorProto.Type.TYPE_STRING),
                        scalar(3, "version", FieldDescriptorProto.Type.TYPE_STRING),
                        scalar(4, "insecureSkipTLSVerify", FieldDescriptorProto.Type.TYPE_BOOL),
                        scalar(5, "caBundle", FieldDescriptorProto.Type.TYPE_BYTES),
                        scalar(7, "groupPriorityMinimum", FieldDescriptorProto.Type.TYPE_INT32),
                        scalar(8, "versionPriority", FieldDescriptorProto.Type.TYPE_INT32)))
                .addMessageType(message("APIServiceStatus", many(1, "conditions", own("APIServiceCondition"))))
                .addMessageType(message(
                        "APIServiceCondition",
                        scalar(1, "type", FieldDescriptorProto.Type.TYPE_STRING),
                        scalar(2, "status", FieldDescriptorProto.Type.TYPE_STRING),
                        one(3, "lastTransitionTime", META + "Time"),
                        scalar(4, "reason", FieldDescriptorProto.Type.TYPE_STRING),
                        scalar(5, "message", FieldDescriptorProto.Type.TYPE_STRING)))
                .addMessageType(message(
                        "ServiceReference",
                        scalar(1, "namespace", FieldDescriptorProto.Type.TYPE_STRING),
                        scalar(2, "name", FieldDescriptorProto.Type.TYPE_STRING),
                        scalar(3, "port", FieldDescriptorProto.Type.TYPE_INT32)))
                .build();
        try {
            return FileDescriptor.buildFrom(file, new FileDescriptor[] {Meta.getDescriptor()});
        } catch (DescriptorValidationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String own(String message) {
        return "." + PACKAGE + "." + message;
    }

    private static DescriptorProto message(String name, FieldDescriptorProto... fields) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
        for (FieldDescriptorProto field : fields) {
            message.addField(field);
        }
        return message.build();
    }

    private static FieldDescriptorProto one(int number, String name, String message) {
        return scalar(number, name, FieldDescriptorProto.Type.TYPE_MESSAGE).toBuilder()
                .setTypeName(message)
                .build();
    }

    private static FieldDescriptorProto many(int number, String name, String message) {
        return one(number, name, message).toBuilder()
                .setLabel(Label.LABEL_REPEATED)
                .build();
    }

    private static FieldDescriptorProto scalar(int number, String name, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(Label.LABEL_OPTIONAL)
                .build();
    }
}
